"""The examples in the docstrings, those of the native modules too, and in the pages."""

import doctest
import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

import pydraughts

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "docs/arrays.md", "docs/games.md", "docs/play.md", "docs/opponent.md")
FENCED = re.compile(r"^```(?:python|pycon)?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
WITHOUT_EXAMPLES = {
    "pydraughts",
    "pydraughts._batch",
    "pydraughts._perft",
    "pydraughts._search",
    "pydraughts.batch_files",
    "pydraughts.batch_joining",
    "pydraughts.batch_ranges",
    "pydraughts.batch_rows",
    "pydraughts.checkpoints",
    "pydraughts.cli",
    "pydraughts.frontiers",
    "pydraughts.jobs",
    "pydraughts.progress",
    "pydraughts.sharing",
    "pydraughts.play_file",
    "pydraughts.play_table",
}
SUBMODULES = {f"pydraughts.{module.name}" for module in pkgutil.iter_modules(pydraughts.__path__)}
MODULES = sorted({"pydraughts"} | SUBMODULES - {"pydraughts.__main__"})


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_a_module(name):
    results = doctest.testmod(importlib.import_module(name))
    assert results.failed == 0
    assert results.attempted or name in WITHOUT_EXAMPLES


def documented(owner):
    """The methods and properties of a class that show an example."""
    for name, value in vars(owner).items():
        is_member = (
            inspect.isroutine(value) or inspect.isdatadescriptor(value) or isinstance(value, staticmethod)
        )
        if is_member and ">>>" in (value.__doc__ or ""):
            yield f"{owner.__module__}.{owner.__qualname__}.{name}"


@pytest.mark.parametrize("owner", [pydraughts.Position, pydraughts.Move], ids=["Position", "Move"])
def test_no_example_of_a_native_class_is_overlooked(owner):
    """Doctest does not look into all that a native class may hold."""
    module = importlib.import_module(owner.__module__)
    assert set(documented(owner)) <= {test.name for test in doctest.DocTestFinder().find(module)}


def test_native_modules_are_among_them():
    assert {f"pydraughts._{name}" for name in ("batch", "core", "perft", "search")} <= set(MODULES)


@pytest.mark.parametrize("name", PAGES)
def test_examples_of_a_page(name):
    page = ROOT / name
    if not page.exists():
        pytest.skip("the page is not next to the tests")
    blocks = [block for block in FENCED.findall(page.read_text("utf-8")) if ">>>" in block]
    assert blocks, "the page shows no session"
    runner, shared = doctest.DocTestRunner(), {}
    for number, block in enumerate(blocks, 1):
        examples = doctest.DocTestParser().get_doctest(block, shared, f"block {number}", name, 0)
        runner.run(examples, clear_globs=False)
        shared = examples.globs
    assert runner.failures == 0

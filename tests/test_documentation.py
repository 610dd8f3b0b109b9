"""What the pages say of the rest of the project."""

import ast
import fnmatch
import importlib
import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pydraughts import Move, Position

ROOT = Path(__file__).parent.parent
TESTS = ROOT / "tests"
API = {path.name: path.read_text("utf-8") for path in (ROOT / "docs" / "api").glob("*.md")}
RULES = (ROOT / "docs" / "rules.md").read_text("utf-8")
CASES = json.loads((TESTS / "cases" / "rules.json").read_text("utf-8"))
HAND_MADE = json.loads((TESTS / "cases" / "hand_made.json").read_text("utf-8"))["positions"]
TEXTS = sorted(
    path
    for pattern in ("*.md", "*.cff", "docs/**/*.md", "src/**/*.py", "ext/*.pyx", ".ci/*", ".github/**/*.yml")
    for path in ROOT.glob(pattern)
    if "_build" not in path.parts
)


def test_nobody_is_told_to_install_the_other_project_of_this_name():
    """It is what the package index has by that name."""
    assert {ROOT / "README.md", ROOT / "docs" / "index.md"} <= set(TEXTS)
    told = [
        path for path in TEXTS if re.search(r"pip\s+install\s+[\"']?pydraughts\b", path.read_text("utf-8"))
    ]
    assert told == []
    assert "is not the project of the same name on the package index" in re.sub(
        r"\s+", " ", (ROOT / "README.md").read_text("utf-8")
    )


@pytest.mark.parametrize("module", sorted(set(re.findall(r"`(pydraughts[\w.]*)`", API["index.md"]))))
def test_every_public_name_is_in_the_reference(module):
    names = set(getattr(importlib.import_module(module), "__all__", ()))
    if module == "pydraughts":
        names.update(name for owner in (Position, Move) for name in dir(owner) if name[0] != "_")
    assert names
    shown = set(re.findall(r"^ *\.\. [\w:]+:: (\w+)", "\n".join(API.values()), re.MULTILINE))
    assert names - shown == set()


def public_callables():
    """Classes and functions of the public modules, with the public methods and properties of the classes."""
    for module in sorted(set(re.findall(r"`(pydraughts[\w.]*)`", API["index.md"]))):
        for name in getattr(importlib.import_module(module), "__all__", ()):
            value = getattr(importlib.import_module(module), name)
            if not (inspect.isclass(value) or inspect.isroutine(value)):
                continue
            yield f"{module}.{name}", value
            for member in dir(value) if inspect.isclass(value) else ():
                owner = next((cls for cls in value.__mro__ if member in vars(cls)), object)
                is_own = owner.__module__.startswith("pydraughts") and member[0] != "_"
                if is_own and inspect.isroutine(getattr(value, member)):
                    yield f"{module}.{name}.{member}", getattr(value, member)


PUBLIC = dict(public_callables())


@pytest.mark.parametrize("name", PUBLIC)
def test_parameters_result_and_an_example_are_told_of(name):
    value = PUBLIC[name]
    told = inspect.getdoc(value) or ""
    assert re.search(r"^Examples\n-+$", told, re.MULTILINE) or (inspect.isclass(value) and ">>>" in told)
    if inspect.isclass(value):
        return
    signature = inspect.signature(value)
    heads = ", ".join(re.findall(r"^(\*{0,2}\w+(?:, \w+)*)(?: :|$)", told, re.MULTILINE)).split(", ")
    assert set(signature.parameters) - {"self", "cls"} <= set(heads)
    gives_something = signature.return_annotation not in (None, "None", inspect.Signature.empty)
    assert not gives_something or re.search(r"^(Returns|Yields)\n-+$", told, re.MULTILINE)


def test_no_page_hides_one_that_the_site_has_anyway():
    pages = {path.stem for path in (ROOT / "docs").glob("*.md")}
    assert "index" in pages
    assert not pages & {"search", "genindex", "py-modindex"}


@pytest.mark.parametrize("name", sorted(set(re.findall(r"test_\w+\.py(?:::test_\w+)?", RULES))))
def test_tests_that_pin_a_rule_are_there(name):
    file, _, function = name.partition("::")
    assert f"\ndef {function}(" in (TESTS / file).read_text("utf-8") if function else (TESTS / file).exists()


def test_cases_that_pin_a_rule_are_there():
    lines = [line for line in RULES.splitlines() if line.startswith("*Tests:*")]
    named = {name for line in lines for name in re.findall(r"[A-Z]{2}-\d\d", line)}
    quoted = {name for line in lines for name in re.findall(r'"([^"]+)"', line)}
    known = {case["id"] for kind in CASES.values() if isinstance(kind, list) for case in kind}
    assert len(named) > 15
    assert named <= known
    assert len(quoted) > 5
    assert all(any(case["name"].startswith(name) for case in HAND_MADE) for name in quoted)


def test_every_rule_names_its_tests():
    sections = [part for part in RULES.split("\n## ")[1:] if not part.startswith("Where sources differ")]
    assert len(sections) > 10
    assert [part.partition("\n")[0] for part in sections if "*Tests:*" not in part] == []


LAYOUT = (ROOT / "docs" / "layout.md").read_text("utf-8")
ROOMS = [files for files in (re.findall(r"`([\w*]+\.pyx?)`", row) for row in LAYOUT.split("\n| ")) if files]
ALONE = {"__init__", "reference"}


def room(module):
    """The first row of the table where a module is."""
    is_native = re.fullmatch("_[a-z]+", module)
    file = f"{module[1:]}.pyx" if is_native else f"{module}.py"
    rows = [row for row, files in enumerate(ROOMS) if any(fnmatch.fnmatch(file, known) for known in files)]
    assert rows, f"{file} is not in docs/layout.md"
    return rows[0]


@pytest.mark.parametrize("module", sorted({p.stem for p in (ROOT / "src/pydraughts").glob("*.py")} - ALONE))
def test_imports_run_down_the_table_of_the_layout(module):
    tree = ast.parse((ROOT / "src" / "pydraughts" / f"{module}.py").read_text("utf-8"))
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    own = [node for node in imports if node.level or (node.module or "").startswith("pydraughts")]
    for node in own:
        name = (node.module or "").removeprefix("pydraughts").lstrip(".")
        for imported in [name] if name else [alias.name for alias in node.names]:
            assert room(imported) >= room(module), f"{module} imports {imported}"


def test_every_native_file_is_in_the_layout():
    known = re.findall(r"`([\w*]+\.?[\w*]*)`", LAYOUT)
    files = {path.name for path in (ROOT / "ext").iterdir() if path.suffix in (".pyx", ".pxd", ".h", ".c")}
    assert len(files) > 20
    assert {file for file in files if not any(fnmatch.fnmatch(file, name) for name in known)} == set()


def test_every_command_is_in_the_reference():
    said = subprocess.run(
        [sys.executable, "-m", "pydraughts", "--help"], capture_output=True, text=True, check=True
    ).stdout
    commands = re.findall(r"^    ([a-z]+) ", said.partition("commands:")[2], re.MULTILINE)
    assert {"verify", "play", "pdn"} <= set(commands)
    shown = re.findall(r"^## (\w+)\n\n(?:.*\n\n)?```{command-help} \1\n", API["cli.md"], re.MULTILINE)
    assert set(commands) == set(shown)


def test_memory_of_deep_counts_is_as_measured():
    """What the pages on perft and on performance say is the same."""
    measured = (ROOT / "docs" / "performance.md").read_text("utf-8")
    told = dict(
        re.findall(
            r"^\| (\d+) \|.* \| ([\d.]+) GB \|$",
            (ROOT / "docs" / "perft.md").read_text("utf-8"),
            re.MULTILINE,
        )
    )
    found = re.findall(r"^\| `perft_counts\((16)\)` \|.*\| ([\d.]+) (MiB) \|", measured, re.MULTILINE)
    deep = measured.partition("## Deep counts")[2].partition("## ")[0]
    found += re.findall(r"^\| (\d+) \|.*\| ([\d.]+) ([MG]iB) \|$", deep, re.MULTILINE)
    assert set(told) == {depth for depth, *_ in found} == {"16", "18", "20"}
    for depth, size, unit in found:
        gigabytes = float(size) * {"MiB": 1 << 20, "GiB": 1 << 30}[unit] / 1e9
        assert gigabytes == pytest.approx(float(told[depth]), rel=0.1)


PROJECT = (ROOT / "pyproject.toml").read_text("utf-8")


def test_extras_that_are_told_of_are_there():
    told = {
        extra
        for path in TEXTS
        for extras in re.findall(r"pip install.* [\"'.]+\[([\w,]+)\]", path.read_text("utf-8"))
        for extra in extras.split(",")
    }
    optional = PROJECT.partition("[project.optional-dependencies]")[2].partition("[project.scripts]")[0]
    assert {"test", "lint", "docs", "bench"} <= told
    assert told <= set(re.findall(r"^(\w+) = ", optional, re.MULTILINE))


def test_everything_tells_of_the_same_version():
    version = re.search(r'^version = "(.+)"$', PROJECT, re.MULTILINE)[1]
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    assert re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)[1] == version

"""What is installed is the package, all of it, and nothing else."""

import re
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "pydraughts"
METADATA = {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "top_level.txt", "licenses/LICENSE"}
OF_THE_INSTALLER = {"INSTALLER", "REQUESTED", "direct_url.json", "uv_cache.json"}


@pytest.fixture(scope="module")
def installed():
    """Paths of what a wheel has put in place, below the directory of packages."""
    try:
        files = distribution("pydraughts").files
    except PackageNotFoundError:
        pytest.skip("not installed")
    files = [PurePosixPath(file) for file in files or () if "__pycache__" not in file.parts]
    if PurePosixPath("pydraughts/__init__.py") not in files:
        pytest.skip("installed in place, not from a wheel")
    return files


def test_the_package_is_whole(installed):
    found = {str(PurePosixPath(*file.parts[1:])) for file in installed if file.parts[0] == "pydraughts"}
    native = {name for name in found if re.fullmatch(r"_\w+\.[\w.-]+\.(so|pyd)", name)}
    wanted = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*")
        if path.is_file() and path.suffix in (".py", ".pyi", ".typed", ".txt")
    }
    assert found - native == wanted
    assert {"py.typed", "_core.pyi", "data/perft.txt"} <= wanted
    assert {name.partition(".")[0] for name in native} == {path.stem for path in SOURCE.glob("_*.pyi")}
    assert len(native) == len(list(SOURCE.glob("_*.pyi")))


def test_nothing_else_is_installed(installed):
    others = [file for file in installed if file.parts[0] != "pydraughts"]
    about = {str(PurePosixPath(*file.parts[1:])) for file in others if file.parts[0].endswith(".dist-info")}
    assert about - OF_THE_INSTALLER == METADATA
    scripts = [file for file in others if not file.parts[0].endswith(".dist-info")]
    assert {file.stem for file in scripts} == {"pydraughts"}
    assert all(file.parent.name in ("bin", "Scripts") for file in scripts)

"""The native modules; everything else about the package is in pyproject.toml."""

import sys
from glob import glob

from Cython.Build import cythonize
from setuptools import Extension, setup

SOURCES = {
    "core": ["ext/core.pyx"],
    "batch": ["ext/batch.pyx", *sorted(glob("ext/lanes*.c"))],
    "perft": ["ext/perft.pyx", *sorted(glob("ext/lanes*.c"))],
    "search": ["ext/search.pyx"],
}

setup(
    options={"build_ext": {"parallel": True}},  # one compiler for each core
    ext_modules=cythonize(
        [
            Extension(
                f"pydraughts._{name}",
                sources,
                include_dirs=["ext"],
                depends=sorted(glob("ext/*.h") + glob("ext/*.pxd")),
                extra_compile_args=["/O2"] if sys.platform == "win32" else ["-O3", "-g0"],
            )
            for name, sources in SOURCES.items()
        ],
        include_path=["ext"],
        build_dir="build/cython",
    ),
)

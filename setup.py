"""The native modules; everything else about the package is in pyproject.toml."""

import sys

from Cython.Build import cythonize
from setuptools import Extension, setup

compile_args = ["/O2"] if sys.platform == "win32" else ["-O3", "-g0"]

setup(
    ext_modules=cythonize(
        [
            Extension(
                f"pydraughts._{name}",
                [f"ext/{name}.pyx"],
                include_dirs=["ext"],
                depends=["ext/geometry.h", "ext/bitboard.pxd", "ext/movegen.pxd"],
                extra_compile_args=compile_args,
            )
            for name in ("core", "perft")
        ],
        include_path=["ext"],
        build_dir="build/cython",
    ),
)

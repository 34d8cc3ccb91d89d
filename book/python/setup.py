"""The wheel of the Python module: CMake builds it, this packs it.

    pip wheel --no-build-isolation --no-deps --wheel-dir dist book/python

It links the libraries of this system (RocksDB, fmt, liblzma, zlib, lz4), which must be there where the wheel is
used. TENGEN_BUILD=DIR takes a build directory that is configured already.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parents[2]


def version():
    """The version as the CMake project has it, spelt as Python wants it."""
    said = subprocess.run(
        ["cmake", "-P", ROOT / "cluster/packaging/version.cmake"],
        check=True, capture_output=True, text=True)
    return said.stderr.strip().replace("~", ".dev0+")


class BuildByCMake(build_ext):
    def build_extension(self, ext):
        build = os.environ.get("TENGEN_BUILD")
        if not build:
            build = self.build_temp
            subprocess.run(
                ["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                 "-DTENGEN_MPI=OFF", "-DTENGEN_TESTS=OFF", "-DTENGEN_PYTHON=ON",
                 f"-DPython3_EXECUTABLE={sys.executable}"],
                check=True)
        subprocess.run(["cmake", "--build", build, "--target", "tengen_python"], check=True)
        to = Path(self.get_ext_fullpath(ext.name))
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(Path(build) / "python" / to.name, to)


setup(
    version=version(),
    ext_modules=[Extension("tengen", sources=[])],
    cmdclass={"build_ext": BuildByCMake},
)

# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0

"""Finds the program ``bellhop``."""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path


class BinaryNotFound(RuntimeError):
    """The program ``bellhop`` is in none of the places that are searched."""


def find_bellhop(path: str | os.PathLike[str] | None = None) -> Path:
    """Returns the program: ``path``, ``$BELLHOP``, this installation's own, or the one on PATH.

    :raises BinaryNotFound: The given file does not exist, or no place has the program.
    """
    for given, source in ((path, "the given path"), (os.environ.get("BELLHOP"), "$BELLHOP")):
        if given:
            program = Path(given)
            if not program.is_file():
                raise BinaryNotFound(f"{source} is {program}, and there is no such file")
            return program.absolute()
    # The wheel has the program; pip installs it in the folder of the environment's scripts.
    for scheme in (None, _user_scheme()):
        folder = sysconfig.get_path("scripts", scheme) if scheme else sysconfig.get_path("scripts")
        if folder and (Path(folder) / "bellhop").is_file():
            return Path(folder) / "bellhop"
    on_path = shutil.which("bellhop")
    if on_path:
        return Path(on_path)
    raise BinaryNotFound(
        "the program bellhop was not found: install the wheel that contains it, put bellhop on "
        "PATH, or set BELLHOP to its path"
    )


def _user_scheme() -> str | None:
    """The scheme of ``pip install --user``."""
    scheme = f"{os.name}_user"
    return scheme if scheme in sysconfig.get_scheme_names() else None

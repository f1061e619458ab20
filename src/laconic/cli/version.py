"""The version of the package and of the native core it was built with."""

from __future__ import annotations

from importlib import metadata

from laconic import _core


def describe_version() -> str:
    """One line such as `laconic 0.1.0 (core 0.1.0, gcc 12.2.0, Release)`."""
    core = _core.describe_build()
    version = metadata.version("laconic")
    return f"laconic {version} (core {core.version}, {core.compiler}, {core.build_type})"

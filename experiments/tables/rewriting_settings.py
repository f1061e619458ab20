"""What was tried for rewriting, and what came out best on development pairs."""

from __future__ import annotations

from typing import Any

# The grammar that is described: all rules, in the spelling of training.
EXTRACTION: dict[str, Any] = {"alignment": "ibm1", "normalisation": "lower"}
BEST: dict[str, str] = {}
TRIED: dict[str, list[dict[str, Any]]] = {}

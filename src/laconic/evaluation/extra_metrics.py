"""Metrics for whoever asks: BLEU and ROUGE, as sacrebleu and rouge-score count them (the extra
`metrics`), and SARI."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import metadata
from typing import Any

import numpy as np

from laconic.errors import MissingPackageError
from laconic.evaluation.metrics import Family, FloatArray, Metric
from laconic.evaluation.sari import sari_family
from laconic.evaluation.sides import Side

_ORDER = 4  # of the longest n-grams of BLEU
_ROUGE = {"rouge-1": "rouge1", "rouge-2": "rouge2", "rouge-l": "rougeL"}


def extra_families() -> tuple[Family, ...]:
    """BLEU, SARI and ROUGE; an error says how to install what they need."""
    try:
        return (_bleu_family(), sari_family(), *_rouge_families())
    except ImportError as error:
        raise MissingPackageError(
            f"{error.name} is not installed; pip install 'laconic[metrics]' has what BLEU and"
            " ROUGE need"
        ) from error


def extra_signature() -> str:
    """What was used, and which version of it."""
    bleu, rouge = (metadata.version(name) for name in ("sacrebleu", "rouge-score"))
    return (
        f"sacrebleu-{bleu}|case:lc|eff:yes|tok:none|smooth:exp,sari|del:precision,"
        f"rouge-score-{rouge}|stem:no"
    )


def _bleu_family() -> Family:
    from sacrebleu.metrics.bleu import BLEU

    scorer = BLEU(tokenize="none", lowercase=True, effective_order=True)

    def count(_source: Sequence[str], output: Side, references: Sequence[Side]) -> Sequence[float]:
        texts = [" ".join(reference.tokens) for reference in references]
        found = scorer.sentence_score(" ".join(output.tokens), texts)
        return *found.counts, *found.totals, found.sys_len, found.ref_len

    def formula(counts: FloatArray) -> FloatArray:
        rows = counts.reshape(-1, counts.shape[-1])
        return np.array([_bleu(BLEU, row) for row in rows]).reshape(counts.shape[:-1])

    described = "BLEU of lower-cased tokens with up to four words, by sacrebleu."
    metric = Metric("bleu", "BLEU", formula, "higher", "percent", described)
    return Family("bleu", count, (metric,))


def _bleu(scorer: Any, row: FloatArray) -> float:
    numbers = [int(number) for number in row]
    correct, total = numbers[:_ORDER], numbers[_ORDER : 2 * _ORDER]
    found = scorer.compute_bleu(
        correct, total, *numbers[2 * _ORDER :], smooth_method="exp", effective_order=True
    )
    return float(found.score) / 100


def _rouge_families() -> tuple[Family, ...]:
    from rouge_score.rouge_scorer import RougeScorer

    scorer = RougeScorer(list(_ROUGE.values()))
    return tuple(_rouge_family(name, kind, scorer) for name, kind in _ROUGE.items())


def _rouge_family(name: str, kind: str, scorer: Any) -> Family:
    def count(_source: Sequence[str], output: Side, references: Sequence[Side]) -> Sequence[float]:
        texts = [" ".join(reference.tokens) for reference in references]
        found = scorer.score_multi(texts, " ".join(output.tokens))
        return found[kind].fmeasure, 1.0

    def formula(counts: FloatArray) -> FloatArray:
        means: FloatArray = counts[..., 0] / np.maximum(counts[..., 1], 1.0)
        return means

    title = name.upper()
    described = f"The mean {title} (F) of sentences, by rouge-score without stemming."
    metric = Metric(name, title, formula, "higher", "percent", described)
    return Family(name, count, (metric,))

"""Against kenlm: the same log-probability for every word, from the same ARPA file.

kenlm comes with the extra `judges`. Files from elsewhere come from the folder that
`pytest --arpa-folder` names; .ci/run takes those in kenlm's own source package.
"""

from __future__ import annotations

import gzip
import random
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from lms import build_arpa, foreign_ngrams, random_text, write_arpa
from pairs import NO_SHARED_DATA, SHARED_DATA

from laconic.scoring.estimation import build_lm
from laconic.scoring.lm_files import open_lm
from laconic.scoring.text import split_words

kenlm = pytest.importorskip(
    "kenlm", reason="kenlm is not installed: pip install '.[judges]' runs this test"
)


def compare(arpa: Path, sentences: Iterable[Sequence[str]]) -> int:
    """How many words were compared; each log10-probability agrees to 1e-4."""
    ours = open_lm(arpa)
    theirs = kenlm.LanguageModel(str(arpa))
    assert ours.order == theirs.order
    compared = 0
    for sentence in sentences:
        scores = ours.score(sentence).words
        expected = list(theirs.full_scores(" ".join(sentence)))
        for score, (log10_prob, length, unknown) in zip(scores, expected, strict=True):
            assert score.log10_prob == pytest.approx(log10_prob, abs=1e-4)
            assert score.ngram_length == length
            assert score.unknown == unknown
            compared += 1
    return compared


@pytest.mark.parametrize("order", [2, 3, 5])
@pytest.mark.parametrize("prune", [0, 1e-5])
def test_our_models(tmp_path: Path, order: int, prune: float) -> None:
    text = random_text(4_000)
    cutoffs = (1, 0, 0, 1)[:order]
    arpa = build_arpa(text, tmp_path / "m.arpa", order=order, prune=prune, cutoffs=cutoffs)
    assert compare(arpa, random_text(2_000, seed=2, vocabulary=400)) > 20_000


@pytest.mark.skipif(not SHARED_DATA.is_dir(), reason=NO_SHARED_DATA)
def test_a_model_of_real_text(tmp_path: Path) -> None:
    """Speeches, predicted from other speeches: 7,000 paragraphs."""
    texts = SHARED_DATA / "text"
    arpa = tmp_path / "m.arpa"
    build_lm([texts / "inaugural.txt.gz"], arpa)
    with gzip.open(texts / "state_union.txt.gz", "rt", encoding="utf-8") as stream:
        sentences = [words for line in stream if (words := split_words(line))]
    assert compare(arpa, sentences) > 300_000


@pytest.mark.parametrize("seed", range(20))
def test_models_as_others_prune_them(tmp_path: Path, seed: int) -> None:
    """A model in which every n-gram's beginning is there, as kenlm demands, but not its ending."""
    ngrams = foreign_ngrams(random.Random(seed), order=3)
    ngrams = {ngram: ngrams[ngram] for ngram in ngrams if len(ngram) < 3 or ngram[:-1] in ngrams}
    arpa = write_arpa(ngrams, tmp_path / "m.arpa")
    text = random_text(300, seed, vocabulary=14)
    assert compare(arpa, text) > 2_000


def test_models_from_elsewhere(request: pytest.FixtureRequest) -> None:
    folder = request.config.getoption("--arpa-folder")
    if folder is None:
        pytest.skip("no ARPA files from elsewhere: pytest --arpa-folder=FOLDER compares them")
    files = sorted(Path(folder).glob("test*.arpa"))
    assert files
    for arpa in files:
        words = [word for word in open_lm(arpa).words() if not word.startswith("<")]
        chance = random.Random(1)
        text = [chance.choices([*words, "zebra"], k=chance.randint(1, 15)) for _ in range(2_000)]
        # Also what the model has seen: its own longer n-grams, read off the file.
        lines = arpa.read_text(encoding="utf-8").splitlines()
        known = [line.split("\t")[1].split() for line in lines if line.count("\t") >= 1]
        text += [[word for word in ngram if not word.startswith("<")] for ngram in known]
        assert compare(arpa, [sentence for sentence in text if sentence]) > 10_000

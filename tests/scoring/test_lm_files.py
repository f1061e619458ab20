"""Files of language models: each form turned into the other, and what is no model refused."""

from __future__ import annotations

import gzip
import os
import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lms import SENTENCES, build, build_arpa, foreign_ngrams, random_text, read_arpa, write_arpa

from laconic.errors import FormatError, LaconicError
from laconic.scoring.lm_files import Packing, convert_lm, open_lm
from laconic.scoring.ngram import NgramModel
from laconic.scoring.text import blocks_of
from laconic.scoring.work import Work

SMALL = {
    ("<unk>",): (-2.0, None),
    ("<s>",): (-99.0, -0.25),
    ("</s>",): (-1.0, None),
    ("a",): (-0.5, -0.125),
    ("<s>", "a"): (-0.3, None),
    ("a", "</s>"): (-0.2, None),
}


@given(SENTENCES, st.integers(1, 5), st.sampled_from([0, 0.01]))
def test_arpa_to_packed_to_arpa_is_the_identity(
    sentences: list[list[str]], order: int, prune: float
) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build_arpa(sentences, folder / "one.arpa", order=order, prune=prune)
        convert_lm(folder / "one.arpa", folder / "m.lm")
        convert_lm(folder / "m.lm", folder / "two.arpa")
        assert (folder / "two.arpa").read_bytes() == (folder / "one.arpa").read_bytes()
        build(sentences, folder / "direct.lm", order=order, prune=prune)
        assert (folder / "direct.lm").read_bytes() == (folder / "m.lm").read_bytes()


@given(st.integers(0, 10**6), st.integers(1, 5))
def test_models_from_elsewhere_come_back_as_they_were(seed: int, order: int) -> None:
    ngrams = foreign_ngrams(random.Random(seed), order=order)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_arpa(ngrams, folder / "one.arpa")
        convert_lm(folder / "one.arpa", folder / "m.lm")
        convert_lm(folder / "m.lm", folder / "two.arpa.gz")
        assert read_arpa(folder / "two.arpa.gz") == read_arpa(folder / "one.arpa")
        lm = NgramModel(folder / "m.lm")
        convert_lm(folder / "two.arpa.gz", folder / "again.lm")
        assert (folder / "again.lm").read_bytes() == (folder / "m.lm").read_bytes()
    assert sum(lm.counts) == len(ngrams)


def test_a_large_model_comes_back_under_a_limit_on_memory(tmp_path: Path) -> None:
    build(random_text(20_000, vocabulary=3_000), tmp_path / "m.lm")
    convert_lm(tmp_path / "m.lm", tmp_path / "one.arpa", work=Work(memory_mb=20))
    convert_lm(tmp_path / "one.arpa", tmp_path / "two.lm", work=Work(memory_mb=20))
    assert (tmp_path / "two.lm").read_bytes() == (tmp_path / "m.lm").read_bytes()


@pytest.mark.parametrize("bits", [2, 3, 5, 8, 12])
def test_fewer_bits_make_smaller_files_that_score_nearly_alike(tmp_path: Path, bits: int) -> None:
    text = random_text(20_000, vocabulary=2_000)
    exact = build(text, tmp_path / "exact.lm")
    packed = build(text, tmp_path / "packed.lm", packing=Packing(bits, bits))
    assert (packed.prob_bits, packed.backoff_bits) == (bits, bits)
    assert packed.file_bytes == (tmp_path / "packed.lm").stat().st_size
    assert packed.file_bytes < exact.file_bytes
    held_out = list(map(" ".join, random_text(300, seed=2, vocabulary=2_000)))
    perplexities = [lm.perplexity(blocks_of(held_out)).perplexity for lm in (exact, packed)]
    allowed = {2: 1.0, 3: 0.3, 5: 0.03, 8: 0.006, 12: 0.001}[bits]
    assert perplexities[1] == pytest.approx(perplexities[0], rel=allowed)


def test_quantised_values_are_near_the_exact_ones(tmp_path: Path) -> None:
    text = random_text(2_000)
    exact = read_arpa(build_arpa(text, tmp_path / "exact.arpa"))
    convert_lm(tmp_path / "exact.arpa", tmp_path / "m.lm", packing=Packing(8, 8))
    convert_lm(tmp_path / "m.lm", tmp_path / "rounded.arpa")
    rounded = read_arpa(tmp_path / "rounded.arpa")
    assert rounded.keys() == exact.keys()
    for place in (0, 1):
        errors = [abs(exact[ngram][place] - rounded[ngram][place]) for ngram in exact]
        assert max(errors) < 0.1
        assert sum(errors) / len(errors) < 0.005
    # What is no context has no backoff, exactly.
    assert all(rounded[ngram][1] == 0 for ngram in exact if exact[ngram][1] == 0)


def test_the_normalisation_is_kept_and_can_be_said(tmp_path: Path) -> None:
    build_arpa([["A"]], tmp_path / "m.arpa", normalisation="lower")
    assert open_lm(tmp_path / "m.arpa").normalisation == "lower"
    convert_lm(tmp_path / "m.arpa", tmp_path / "m.lm", normalisation="lower-digits")
    assert NgramModel(tmp_path / "m.lm").normalisation == "lower-digits"
    write_arpa(SMALL, tmp_path / "foreign.arpa")
    assert open_lm(tmp_path / "foreign.arpa").normalisation == "none"


def test_a_packed_file_can_be_opened_without_reading_it_all(tmp_path: Path) -> None:
    build(random_text(50), tmp_path / "m.lm")
    sentence = ["w1", "w2"]
    expected = NgramModel(tmp_path / "m.lm").score(sentence)
    assert NgramModel(tmp_path / "m.lm", verify=False).score(sentence) == expected


def test_other_spellings_of_arpa(tmp_path: Path) -> None:
    text = (
        "# a comment\n\n\\data\\ \nngram 1=4\r\nngram 2 = 1\n\n"
        "\\1-grams:\n-1 <UNK>\n-99\t<s>\t-0.5\n-1e0 </s>\n+0 a -.25\n\n"
        "\\2-grams:\n-0.5 <s> a 0\n\n\n\\end\\\n\n"
    )
    (tmp_path / "m.arpa").write_bytes(b"\xef\xbb\xbf" + text.encode())
    lm = open_lm(tmp_path / "m.arpa")
    assert [word.log10_prob for word in lm.score(["a", "b"]).words] == [-0.5, -1.25, -1.0]


def arpa_lines() -> list[str]:
    lines = ["\\data\\", "ngram 1=4", "ngram 2=2", "", "\\1-grams:"]
    lines += ["-2\t<unk>", "-99\t<s>\t-0.25", "-1\t</s>", "-0.5\ta\t-0.125", "", "\\2-grams:"]
    return [*lines, "-0.3\t<s> a", "-0.2\ta </s>", "", "\\end\\"]


@pytest.mark.parametrize(
    ("line", "changed", "message"),
    [
        (2, "ngram 1=x", r":2: found 'ngram 1=x', expected ngram 1=COUNT"),
        (2, "ngram 2=4", r":2: found 'ngram 2=4', expected ngram 1=COUNT"),
        (2, "ngram 1=5", r":11: found 4 1-grams, expected 5 as announced"),
        (2, "ngram 1=3", r":9: found more 1-grams, expected 3 as announced"),
        (2, "ngram 1=99999999999999999999", r":2: found .* expected ngram 1=COUNT"),
        (5, "\\2-grams:", r":5: found '\\2-grams:', expected \\1-grams:"),
        (5, "-1 a", r":5: found '-1 a', expected ngram 3=COUNT"),
        (6, "2\t<unk>", r":6: found '2', expected the log10 of a probability"),
        (6, "nan\t<unk>", r":6: found 'nan', expected the log10"),
        (6, "-inf\t<unk>", r":6: found '-inf', expected the log10"),
        (6, "-2", r":6: found '-2', expected a number and 1 words"),
        (6, "-2\tb c", r":6: found 'c', expected the log10 of a backoff"),
        (7, "-2\t<unk>", r":7: found the word '<unk>' again, expected each word once"),
        (7, "-2\tb", r":11: found no word <s>, expected it among the 1-grams"),
        (9, "-0.5\ta\t-0.125 x", r":9: found 'x', expected the end of the line"),
        (12, "-0.3\t<s> b", r":12: found the word 'b', expected a word that is among the 1-grams"),
        (12, "-0.3\ta", r":12: found .*, expected a number and 2 words"),
        (
            12,
            "-0.3\t<s> a\t-1",
            r":12: found '-1', expected the end of the line: the hi",
        ),
        (13, "-0.3\t<s> a", r"found the n-gram '<s> a' twice, expected each n-gram once"),
        (15, "", r":16: found the end of the file, expected \\end\\: the file was cut short"),
        (15, "\\3-grams:", r":15: found '\\3-grams:', expected \\end\\"),
        (15, "\\end\\\nmore", r":16: found 'more', expected nothing after \\end\\"),
        (1, "data", r"found a file that begins with b'data.*, expected a language model"),
        (1, "# comment\ndata", r":2: found 'data', expected \\data\\"),
    ],
)
def test_a_wrong_arpa_file_is_refused_with_its_line(
    tmp_path: Path, line: int, changed: str, message: str
) -> None:
    lines = arpa_lines()
    path = tmp_path / "m.arpa"
    path.write_text("\n".join(lines) + "\n")
    open_lm(path)
    lines[line - 1] = changed
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(FormatError, match=message) as found:
        open_lm(path)
    assert str(path) in str(found.value)


def test_too_high_an_order_is_refused(tmp_path: Path) -> None:
    counts = "\n".join(f"ngram {order}=1" for order in range(1, 12))
    (tmp_path / "m.arpa").write_text(f"\\data\\\n{counts}\n")
    with pytest.raises(FormatError, match="n-grams of order 11, expected orders up to 10"):
        open_lm(tmp_path / "m.arpa")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("empty.lm", b"", "found an empty file, expected a language model"),
        ("picture.png", b"\x89PNG\r\n\x1a\n" + bytes(100), "begins with .*PNG"),
        (
            "kenlm.bin",
            b"mmap lm http://kheafield.com/code format version 5\n\0",
            "begins with b'mmap",
        ),
        (
            "short.lm",
            b"laconicN" + bytes(20),
            "a file of 28 bytes, expected a language model",
        ),
        (
            "other.lm",
            b"laconicN" + bytes(300),
            "version 0 of the packed form, expected version",
        ),
        ("not.arpa.gz", b"\\data\\\n", "cannot read"),
        (
            "cut.arpa.gz",
            gzip.compress(b"\\data\\\n" * 99, mtime=0)[:-9],
            "cannot read|expected ngram",
        ),
        ("latin.arpa", b"\\data\\\nngram 1=1\n\n\\1-grams:\n-1 \xe9\n", ":5: found the byte 0xe9"),
    ],
)
def test_what_is_no_model_is_refused(
    tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(LaconicError, match=message):
        open_lm(tmp_path / name)


def test_what_cannot_be_read_or_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LaconicError, match=r"cannot read .*nowhere.lm: No such file"):
        open_lm(tmp_path / "nowhere.lm")
    with pytest.raises(LaconicError, match=r"cannot read .*: Is a directory"):
        NgramModel(tmp_path)
    write_arpa(SMALL, tmp_path / "m.arpa")
    with pytest.raises(LaconicError, match=r"cannot write .*: No such file"):
        convert_lm(tmp_path / "m.arpa", tmp_path / "nowhere" / "m.lm")
    with pytest.raises(LaconicError, match=r"cannot write .*: No space left"):
        convert_lm(tmp_path / "m.arpa", "/dev/full")
    with pytest.raises(LaconicError, match=r"only ARPA text is gzipped; end it in .arpa.gz"):
        convert_lm(tmp_path / "m.arpa", tmp_path / "m.lm.gz")


def test_a_normalisation_that_is_none(tmp_path: Path) -> None:
    arpa = write_arpa(SMALL, tmp_path / "m.arpa")
    arpa.write_text("# laconic normalisation=upper\n" + arpa.read_text())
    with pytest.raises(FormatError, match=r"m.arpa: found the word normalisation 'upper'"):
        convert_lm(arpa, tmp_path / "m.lm")
    convert_lm(arpa, tmp_path / "m.lm", normalisation="lower")
    assert NgramModel(tmp_path / "m.lm").normalisation == "lower"


def test_names_of_files_need_not_be_utf8(tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"))
    folder.mkdir()
    arpa = write_arpa(SMALL, tmp_path / "m.arpa")
    convert_lm(arpa, folder / "m.lm", work=Work(temporary=folder))
    assert open_lm(folder / "m.lm").order == 2

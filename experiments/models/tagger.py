"""Trains the tagger of `headline`: a network that says which tokens are kept (docs/training.md).

It is trained with torch, on one thread, in an order that the seed draws; after each epoch all that
is needed to go on is written. The same data and settings give the same tagger on the same machine.
"""

from __future__ import annotations

import hashlib
import time
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import torch
from tagger_examples import Batch, Examples, batches, describe
from tagger_network import TaggerNetwork
from tagger_vectors import word_vectors
from torch import nn
from torch.nn import functional

from laconic.corpus import Pair
from laconic.files import replacing_path
from laconic.model import Model
from laconic.scoring.tagger import TAGGER_FEATURE, Tagger
from laconic.scoring.tagger_inputs import WORD
from laconic.settings import from_table, to_table
from laconic.signing import check_fingerprint, digest
from laconic.weights import make_weights

Tell = Callable[..., None]
BETAS = (0.9, 0.98)
DECAY = 0.01  # of matrices
WARM_UP = 0.03  # of all tokens
LARGEST_GRADIENT = 1.0
THREADS = 1  # more wait for each other: the layers are small
VECTOR_SIZE = 0.15  # of the numbers that words begin with


@dataclass(frozen=True, kw_only=True)
class TaggerSettings:
    """Everything that decides what is learned, and how much it weighs in the model.

    `distances` are those of the neighbours that each layer reads, 0 for attention; `rare` leaves
    out inputs that fewer tokens have; `offset` is added to all log-odds.
    """

    width: int = 96
    distances: tuple[int, ...] = (1, 0, 2, 0, 4)
    rare: int = 5
    epochs: int = 3
    batch_tokens: int = 2000
    rate: float = 2e-3
    dropout: float = 0.2
    hidden_words: float = 0.1
    weight: float = 1.5
    offset: float = 0.15
    seed: int = 1


class TaggerTraining:
    """The state of a run."""

    def __init__(self, examples: Examples, settings: TaggerSettings) -> None:
        self.examples, self.settings = examples, settings
        torch.manual_seed(settings.seed)
        self.network = TaggerNetwork(len(examples.names), settings.width, settings.distances)
        self._begin_with_vectors()
        self.optimizer = optimizer_of(self.network, settings)
        self.epochs, self.tokens = 0, 0
        self.tokens_in_all = examples.tokens * settings.epochs

    def _begin_with_vectors(self) -> None:
        named = enumerate(self.examples.names, start=1)
        words = {row: name.removeprefix(WORD) for row, name in named if name.startswith(WORD)}
        vectors = word_vectors(list(words.values()), self.settings.width)
        with torch.no_grad():
            self.network.table.weight[list(words)] = VECTOR_SIZE * torch.from_numpy(vectors)

    def run_epoch(self) -> float:
        """See every sentence once; the mean loss of a token."""
        settings = self.settings
        # Each epoch has its own seed, so that a run goes on from its end as if never stopped.
        torch.manual_seed(settings.seed * 1000 + self.epochs)
        self.network.train()
        total, begun = 0.0, self.tokens
        for batch in batches(self.examples, settings.batch_tokens, [settings.seed, self.epochs]):
            total += self._learn(batch) * batch.size
            self.tokens += batch.size
        self.epochs += 1
        return total / (self.tokens - begun)

    def _learn(self, batch: Batch) -> float:
        settings = self.settings
        done = self.tokens / self.tokens_in_all
        for group in self.optimizer.param_groups:
            group["lr"] = settings.rate * min(1.0, 0.01 + done / WARM_UP) * (1.0 - done)
        found = self.network(batch, dropout=settings.dropout, hidden_words=settings.hidden_words)
        loss = functional.binary_cross_entropy_with_logits(found, batch.kept)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), LARGEST_GRADIENT)
        self.optimizer.step()
        return loss.item()

    @property
    def fingerprint(self) -> dict[str, str]:
        """What must be the same for a run to go on; weight and offset come in afterwards."""
        learned = asdict(replace(self.settings, weight=0.0, offset=0.0))
        data = hashlib.sha256("\n".join(self.examples.names).encode("utf-8", "surrogatepass"))
        for sentence in self.examples.sentences:
            data.update(sentence.inputs.tobytes() + sentence.kept.tobytes())
        return {"settings": digest(learned), "data": data.hexdigest()}

    def save(self, path: Path) -> None:
        state = {
            "fingerprint": self.fingerprint,
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "epochs": self.epochs,
            "tokens": self.tokens,
        }
        with replacing_path(path) as temporary:
            torch.save(state, temporary)

    def restore(self, path: Path) -> None:
        state: dict[str, Any] = torch.load(path, weights_only=True)
        check_fingerprint(state["fingerprint"], self.fingerprint, path)
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.epochs, self.tokens = state["epochs"], state["tokens"]


def optimizer_of(network: TaggerNetwork, settings: TaggerSettings) -> torch.optim.AdamW:
    matrices = [weights for weights in network.parameters() if weights.dim() > 1]
    others = [weights for weights in network.parameters() if weights.dim() == 1]
    groups = [
        {"params": matrices, "weight_decay": DECAY},
        {"params": others, "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=settings.rate, betas=BETAS)


def train_tagger(
    pairs: Iterable[Pair], settings: TaggerSettings, checkpoint: Path, tell: Tell
) -> Tagger:
    """The tagger of these pairs, going on from the checkpoint if there is one."""
    torch.set_num_threads(THREADS)
    examples = describe(pairs, settings.rare)
    training = TaggerTraining(examples, settings)
    tell("tagger", sentences=len(examples.sentences), inputs=len(examples.names))
    if checkpoint.exists():
        training.restore(checkpoint)
    while training.epochs < settings.epochs:
        begun = time.monotonic()
        loss = training.run_epoch()
        training.save(checkpoint)
        seconds = round(time.monotonic() - begun, 1)
        tell("epoch", number=training.epochs, loss=round(loss, 4), seconds=seconds)
    return training.network.export(examples.names, settings.offset)


def with_tagger(model: Model, tagger: Tagger, settings: TaggerSettings) -> Model:
    """The model with one more feature."""
    weights = make_weights({**model.weights.by_name, TAGGER_FEATURE: settings.weight})
    facts = {**model.facts, "tagger_settings": to_table(settings)}
    return replace(model, tagger=tagger, weights=weights, facts=facts)


def read_settings(path: Path) -> TaggerSettings:
    """The settings in a file."""
    return from_table(TaggerSettings, tomllib.loads(path.read_text(encoding="utf-8")))

"""One sentence compressed: by a transducer under any request, by other systems as they do it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from laconic.compressor.candidates import Candidates, find_candidates
from laconic.compressor.inputs import Passage
from laconic.compressor.limits import Allowed, allowed, choose, fits, is_usable
from laconic.compressor.marks import FAILED, NO_DERIVATION, make_mark
from laconic.compressor.phrases import Wanted, clash_mark
from laconic.compressor.result import Sentence
from laconic.errors import ForestError, LaconicError, SearchError
from laconic.model import Model
from laconic.request import GUARDS, Request
from laconic.systems import System
from laconic.trees.labels import with_root
from laconic.trees.tree import Tree

NO_LIMITS = Allowed({})


@dataclass(frozen=True, slots=True)
class Parsed:
    """A sentence with its tree, or with the mark that says why there is none."""

    passage: Passage
    tree: Tree | None
    mark: str | None = None


@dataclass(frozen=True, slots=True)
class SentenceCompressor:
    """A system and what is asked of it; `compress` and the others never raise an error.

    Each gives the sentence as it was, marked, where it can be given nothing else.
    """

    system: System
    request: Request

    def __post_init__(self) -> None:
        request = self.request
        asked = [*request.limits, *(["nbest"] if request.nbest > 1 else [])]
        asked += [name for name in ("keep", "drop") if getattr(request, name)]
        # All guards are the default, which other systems have no use for.
        asked += ["guards"] if request.guards not in (GUARDS, ()) else []
        if asked:
            self.check_transducer(asked[0])

    def check_transducer(self, wanted: str) -> None:
        """An error if the system is another than the one that this needs."""
        if not isinstance(self.system, Model):
            raise LaconicError(f"{wanted} needs a transducer; this model is {self.system.system}")

    def compress(self, parsed: Parsed, wanted: Wanted) -> Sentence:
        """The best within the limits, with alternatives if some are wanted."""
        first, *others = self._tried(parsed, wanted, self._compress)
        return replace(first, alternatives=tuple(others)) if others else first

    def list_lengths(self, parsed: Parsed, wanted: Wanted) -> list[Sentence]:
        """The best of every length in tokens, shortest first, within the limits."""
        return self._tried(parsed, wanted, self._list_lengths)

    def list_options(self, parsed: Parsed, wanted: Wanted) -> list[Sentence]:
        """What to choose from where limits are for a whole text: the best of every length."""
        return self._tried(parsed, wanted, self._list_options)

    def _tried(
        self,
        parsed: Parsed,
        wanted: Wanted,
        make: Callable[[Passage, Tree, Wanted], list[Sentence]],
    ) -> list[Sentence]:
        passage, tree, mark = parsed.passage, parsed.tree, parsed.mark
        if mark is None and wanted.clash:
            mark = clash_mark(wanted, passage.words)
        if mark is None and tree is not None:
            try:
                return make(passage.with_tree(tree), tree, wanted)
            except ForestError as error:
                mark = make_mark(NO_DERIVATION, error)
            except Exception as error:  # one sentence must not end the work on a million
                mark = make_mark(FAILED, error if isinstance(error, LaconicError) else repr(error))
        return [Sentence(passage, tree, None, () if mark is None else (mark,))]

    def _compress(self, passage: Passage, tree: Tree, wanted: Wanted) -> list[Sentence]:
        if not isinstance(self.system, Model):
            return [_rewritten(self.system, passage, tree)]
        limits = allowed(self.request, len(passage))
        return choose(self._candidates(passage, tree, wanted), limits, self.request.nbest)

    def _list_lengths(self, passage: Passage, tree: Tree, wanted: Wanted) -> list[Sentence]:
        limits = allowed(self.request, len(passage))
        candidates = self._candidates(passage, tree, wanted)
        found = candidates.by_length("tokens", limits.least_tokens, limits.most.get("tokens"))
        return [one for one in found if fits(one, limits)] or choose(candidates, limits, 1)

    def _list_options(self, passage: Passage, tree: Tree, wanted: Wanted) -> list[Sentence]:
        candidates = self._candidates(passage, tree, wanted)
        units = allowed(self.request, len(passage)).units
        found = [candidates.best, *(one for unit in units for one in candidates.by_length(unit))]
        return [one for one in found if is_usable(one)] or choose(candidates, NO_LIMITS, 1)

    def _candidates(self, passage: Passage, tree: Tree, wanted: Wanted) -> Candidates:
        if not isinstance(self.system, Model):
            raise LaconicError(f"a frontier needs a transducer; this model is {self.system.system}")
        return find_candidates(self.system, passage, tree, self.request.guards, wanted)


def _rewritten(system: System, passage: Passage, tree: Tree) -> Sentence:
    made = system.rewrite(tree)
    sentence = Sentence(passage, with_root(tree), made, made.marks)
    if not is_usable(sentence):
        raise SearchError("nothing with words in it is left")
    return sentence

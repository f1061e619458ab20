"""laconic rewrites sentences as trees: shorter, and still grammatical.

Names are looked up when they are first used, so that importing the package costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from laconic.baselines.options import ClarkeIlpConfig, ClarkeLmConfig, McDonaldConfig
    from laconic.comparison import evaluate
    from laconic.compressor.compressor import Compressor
    from laconic.compressor.inputs import Text, read_line, read_text, read_tokens, read_tree
    from laconic.compressor.loading import load
    from laconic.compressor.result import Result, Sentence
    from laconic.config import Config, read_config
    from laconic.corpus import Pair, read_pairs, write_pairs
    from laconic.decoding.augmentation import Augmentation, augment
    from laconic.decoding.decoder import Beam, Chart, Limits, search
    from laconic.decoding.forest import Forest
    from laconic.decoding.frontier import Frontier, find_frontier
    from laconic.decoding.matcher import Matcher
    from laconic.decoding.ngram_values import NgramValues
    from laconic.decoding.scores import RuleScores
    from laconic.decoding.strata import Strata, length_strata
    from laconic.errors import LaconicError
    from laconic.evaluation.report import Report
    from laconic.grammar.coverage import Coverage, Origin
    from laconic.grammar.derivation import Derivation
    from laconic.grammar.grammar import Grammar
    from laconic.grammar.notation import parse_rule
    from laconic.grammar.packed import PackedGrammar
    from laconic.grammar.packed import open_packed as open_grammar
    from laconic.grammar.packed import pack as pack_grammar
    from laconic.grammar.rule import Rule
    from laconic.grammar.table import read_grammar, write_grammar
    from laconic.induction import ExtractionOptions, extract_grammar
    from laconic.model import Model, Rewritten
    from laconic.parsing.detokenise import detokenise
    from laconic.parsing.inputs import parse_text
    from laconic.parsing.pairs import parse_pairs
    from laconic.parsing.parser import Parser
    from laconic.parsing.registry import load_parser
    from laconic.parsing.sentences import read_sentences
    from laconic.parsing.tokens import tokenise
    from laconic.request import Request
    from laconic.scoring.estimation import EstimationOptions, build_lm, build_lm_from_sentences
    from laconic.scoring.features import FeatureSet
    from laconic.scoring.lm_files import Packing, convert_lm, open_lm
    from laconic.scoring.losses import EditLoss, F1Loss, HammingLoss, Loss
    from laconic.scoring.ngram import NgramModel
    from laconic.scoring.work import Work
    from laconic.systems import Compression, System, train
    from laconic.trees.brackets import parse as parse_tree
    from laconic.trees.brackets import read_trees
    from laconic.trees.tree import Tree

# The names that each module has; name=other where it has them under another name.
_NAMES = {
    "laconic.baselines.options": "ClarkeIlpConfig ClarkeLmConfig McDonaldConfig",
    "laconic.comparison": "evaluate",
    "laconic.compressor.compressor": "Compressor",
    "laconic.compressor.inputs": "Text read_line read_text read_tokens read_tree",
    "laconic.compressor.loading": "load",
    "laconic.compressor.result": "Result Sentence",
    "laconic.config": "Config read_config",
    "laconic.corpus": "Pair read_pairs write_pairs",
    "laconic.decoding.augmentation": "Augmentation augment",
    "laconic.decoding.decoder": "Beam Chart Limits search",
    "laconic.decoding.forest": "Forest",
    "laconic.decoding.frontier": "Frontier find_frontier",
    "laconic.decoding.matcher": "Matcher",
    "laconic.decoding.ngram_values": "NgramValues",
    "laconic.decoding.scores": "RuleScores",
    "laconic.decoding.strata": "Strata length_strata",
    "laconic.errors": "LaconicError",
    "laconic.evaluation.report": "Report",
    "laconic.grammar.coverage": "Coverage Origin",
    "laconic.grammar.derivation": "Derivation",
    "laconic.grammar.grammar": "Grammar",
    "laconic.grammar.notation": "parse_rule",
    "laconic.grammar.packed": "PackedGrammar open_grammar=open_packed pack_grammar=pack",
    "laconic.grammar.rule": "Rule",
    "laconic.grammar.table": "read_grammar write_grammar",
    "laconic.induction": "ExtractionOptions extract_grammar",
    "laconic.model": "Model Rewritten",
    "laconic.parsing.detokenise": "detokenise",
    "laconic.parsing.inputs": "parse_text",
    "laconic.parsing.pairs": "parse_pairs",
    "laconic.parsing.parser": "Parser",
    "laconic.parsing.registry": "load_parser",
    "laconic.parsing.sentences": "read_sentences",
    "laconic.parsing.tokens": "tokenise",
    "laconic.request": "Request",
    "laconic.scoring.estimation": "EstimationOptions build_lm build_lm_from_sentences",
    "laconic.scoring.features": "FeatureSet",
    "laconic.scoring.lm_files": "Packing convert_lm open_lm",
    "laconic.scoring.losses": "EditLoss F1Loss HammingLoss Loss",
    "laconic.scoring.ngram": "NgramModel",
    "laconic.scoring.work": "Work",
    "laconic.systems": "Compression System train",
    "laconic.trees.brackets": "parse_tree=parse read_trees",
    "laconic.trees.tree": "Tree",
}

__all__ = [
    "Augmentation",
    "Beam",
    "Chart",
    "ClarkeIlpConfig",
    "ClarkeLmConfig",
    "Compression",
    "Compressor",
    "Config",
    "Coverage",
    "Derivation",
    "EditLoss",
    "EstimationOptions",
    "ExtractionOptions",
    "F1Loss",
    "FeatureSet",
    "Forest",
    "Frontier",
    "Grammar",
    "HammingLoss",
    "LaconicError",
    "Limits",
    "Loss",
    "Matcher",
    "McDonaldConfig",
    "Model",
    "NgramModel",
    "NgramValues",
    "Origin",
    "PackedGrammar",
    "Packing",
    "Pair",
    "Parser",
    "Report",
    "Request",
    "Result",
    "Rewritten",
    "Rule",
    "RuleScores",
    "Sentence",
    "Strata",
    "System",
    "Text",
    "Tree",
    "Work",
    "augment",
    "build_lm",
    "build_lm_from_sentences",
    "convert_lm",
    "detokenise",
    "evaluate",
    "extract_grammar",
    "find_frontier",
    "length_strata",
    "load",
    "load_parser",
    "open_grammar",
    "open_lm",
    "pack_grammar",
    "parse_pairs",
    "parse_rule",
    "parse_text",
    "parse_tree",
    "read_config",
    "read_grammar",
    "read_line",
    "read_pairs",
    "read_sentences",
    "read_text",
    "read_tokens",
    "read_tree",
    "read_trees",
    "search",
    "tokenise",
    "train",
    "write_grammar",
    "write_pairs",
]


def _find_places() -> dict[str, tuple[str, str]]:
    """For each public name the module that has it, and its name there."""
    places = {}
    for module, names in _NAMES.items():
        for entry in names.split():
            name, _, there = entry.partition("=")
            places[name] = (module, there or name)
    return places


_PLACES = _find_places()


# A type checker that saw it would take every name for one of the package's.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module, there = _PLACES[name]
        value = globals()[name] = getattr(import_module(module), there)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

"""laconic rewrites sentences as trees: shorter, and still grammatical."""

from laconic.baselines.options import ClarkeIlpConfig, ClarkeLmConfig, McDonaldConfig
from laconic.comparison import evaluate
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
from laconic.scoring.estimation import EstimationOptions, build_lm, build_lm_from_sentences
from laconic.scoring.features import FeatureSet
from laconic.scoring.lm_files import Packing, convert_lm, open_lm
from laconic.scoring.losses import EditLoss, F1Loss, HammingLoss, Loss
from laconic.scoring.ngram import NgramModel
from laconic.scoring.work import Work
from laconic.systems import Compression, System, load, train
from laconic.trees.brackets import parse as parse_tree
from laconic.trees.brackets import read_trees
from laconic.trees.tree import Tree

__all__ = [
    "Augmentation",
    "Beam",
    "Chart",
    "ClarkeIlpConfig",
    "ClarkeLmConfig",
    "Compression",
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
    "Rewritten",
    "Rule",
    "RuleScores",
    "Strata",
    "System",
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
    "read_pairs",
    "read_sentences",
    "read_trees",
    "search",
    "tokenise",
    "train",
    "write_grammar",
    "write_pairs",
]

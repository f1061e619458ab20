"""laconic rewrites sentences as trees: shorter, and still grammatical."""

from laconic.corpus import Pair, read_pairs, write_pairs
from laconic.errors import LaconicError
from laconic.grammar.derivation import Derivation
from laconic.grammar.grammar import Grammar
from laconic.grammar.notation import parse_rule
from laconic.grammar.rule import Rule
from laconic.grammar.table import read_grammar, write_grammar
from laconic.induction import ExtractionOptions, extract_grammar
from laconic.scoring.estimation import EstimationOptions, build_lm, build_lm_from_sentences
from laconic.scoring.lm_files import Packing, convert_lm, open_lm
from laconic.scoring.ngram import NgramModel
from laconic.scoring.work import Work
from laconic.trees.brackets import parse as parse_tree
from laconic.trees.brackets import read_trees
from laconic.trees.tree import Tree

__all__ = [
    "Derivation",
    "EstimationOptions",
    "ExtractionOptions",
    "Grammar",
    "LaconicError",
    "NgramModel",
    "Packing",
    "Pair",
    "Rule",
    "Tree",
    "Work",
    "build_lm",
    "build_lm_from_sentences",
    "convert_lm",
    "extract_grammar",
    "open_lm",
    "parse_rule",
    "parse_tree",
    "read_grammar",
    "read_pairs",
    "read_trees",
    "write_grammar",
    "write_pairs",
]

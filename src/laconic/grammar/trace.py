"""A derivation written out step by step, as in Figure 4.

Each line shows the target as far as it is made. A node X/Y is still to be rewritten: the source
subtree X stands there and shall become a Y.
"""

from __future__ import annotations

from collections.abc import Mapping

from laconic.grammar.derivation import Derivation, locate, open_variables, surface_target
from laconic.grammar.notation import render_fragment
from laconic.grammar.rule import Rule
from laconic.trees.spans import Spans, index_spans
from laconic.trees.tree import Tree, replace_leaves

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def trace(derivation: Derivation, numbers: Mapping[Rule, int] | None = None) -> list[str]:
    """The lines of a derivation; `numbers` names the rule of each step.

    >>> from laconic.grammar.derivation import derive
    >>> from laconic.grammar.notation import parse_rule
    >>> from laconic.trees.brackets import parse
    >>> rules = [parse_rule("<S,VP> -> <[S NP_e VP_1], VP_1>"),
    ...          parse_rule("<VP,VP> -> <[VP [VB go]], [VP [VB go]]>")]
    >>> derivation = derive(parse("(S (NP (PRP you)) (VP (VB go)))"), rules)
    >>> print("\\n".join(trace(derivation, {rule: i for i, rule in enumerate(rules, 1)})))
    [S/VP [NP [PRP you]] [VP [VB go]]]
    ⇒₁ [VP/VP [VB go]]
    ⇒₂ [VP [VB go]]
    """
    if not derivation.steps:
        return []
    spans, tokens = index_spans(derivation.source), derivation.source.words()
    made = Tree(derivation.steps[0].rule.target.label)
    open_nodes = [0]  # what the frontier of `made` stands for, left to right
    lines = [_line(made, open_nodes, spans)]
    for step in derivation.steps:
        found = locate(spans, step)
        open_nodes[:1] = [node for node, _ in open_variables(step.rule, found)]
        made = _fill_first(made, surface_target(step.rule, found, tokens))
        number = "" if numbers is None else str(numbers[step.rule]).translate(_SUBSCRIPTS)
        lines.append(f"⇒{number} {_line(made, open_nodes, spans)}")
    return lines


def _fill_first(made: Tree, part: Tree) -> Tree:
    leaves = list(made.leaves())
    first = next(place for place, leaf in enumerate(leaves) if leaf.is_frontier)
    leaves[first] = part
    return replace_leaves(made, leaves)


def _line(made: Tree, open_nodes: list[int], spans: Spans) -> str:
    sources = iter(open_nodes)
    leaves = [
        _pending(spans.nodes[next(sources)], leaf.label) if leaf.is_frontier else leaf
        for leaf in made.leaves()
    ]
    return render_fragment(replace_leaves(made, leaves))


def _pending(source: Tree, label: str) -> Tree:
    return Tree(f"{source.label}/{label}", source.children, word=source.word)

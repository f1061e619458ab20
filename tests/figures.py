"""The paper's running example: the trees of Figure 1 and the rules of Figures 3 and 7.

The paper's S̄ is written SBAR, as in the Penn Treebank.
"""

from __future__ import annotations

from laconic.grammar.notation import parse_rule
from laconic.grammar.rule import Rule
from laconic.trees.brackets import parse
from laconic.trees.spans import index_spans

FIGURE_1_SOURCE = parse(
    """(S (SBAR (WHNP (RB exactly) (WP what))
               (S (NP (NNS records)) (VP (VBD made) (NP (PRP it)))))
          (CC and)
          (SBAR (WHNP (WP which))
                (S (NP (NNS ones)) (VP (VBP are) (VP (VBN involved))))))"""
)
FIGURE_1_TARGET = parse(
    "(S (WHNP (WP what)) (S (NP (NNS records)) (VP (VBP are) (VP (VBN involved)))))"
)
SOURCE_SPANS, TARGET_SPANS = index_spans(FIGURE_1_SOURCE), index_spans(FIGURE_1_TARGET)
# Figure 6: what, records, are, involved.
FIGURE_6_LINKS = ((1, 0), (2, 1), (8, 2), (9, 3))


def _rules(text: str) -> list[Rule]:
    return [parse_rule(line) for line in text.strip().split("\n")]


# Rules (1) to (12); Python counts them from 0.
FIGURE_3 = _rules(
    """
<WHNP,WHNP> -> <[WHNP RB_e WP_1], [WHNP WP_1]>
<S,NP> -> <[S NP_1 VP_e], NP_1>
<S,VP> -> <[S NP_e VP_1], VP_1>
<SBAR,VP> -> <[SBAR WHNP_e S_1], VP_1>
<S,S> -> <[S [SBAR WHNP_1 S_2] [CC and] SBAR_3], [S WHNP_1 [S NP_2 VP_3]]>
<WP,WP> -> <[WP what], [WP what]>
<NP,NP> -> <[NP NNS_1], [NP NNS_1]>
<NNS,NNS> -> <[NNS records], [NNS records]>
<VP,VP> -> <[VP VBP_1 VP_2], [VP VBP_1 VP_2]>
<VBP,VBP> -> <[VBP are], [VBP are]>
<VP,VP> -> <[VP VBN_1], [VP VBN_1]>
<VBN,VBN> -> <[VBN involved], [VBN involved]>
"""
)

FIGURE_7 = _rules(
    """
<S,S> -> <[S [SBAR WHNP_1 S_2] CC_e SBAR_3], [S WHNP_1 [S NP_2 VP_3]]>
<WHNP,WHNP> -> <[WHNP RB_e WP_1], [WHNP WP_1]>
<WP,WP> -> <[WP what], [WP what]>
<S,NP> -> <[S NP_1 VP_e], NP_1>
<NP,NP> -> <[NP NNS_1], [NP NNS_1]>
<NNS,NNS> -> <[NNS records], [NNS records]>
<SBAR,VP> -> <[SBAR WHNP_e S_1], VP_1>
<S,VP> -> <[S NP_e VP_1], VP_1>
<VP,VP> -> <[VP VBP_1 VP_2], [VP VBP_1 VP_2]>
<VBP,VBP> -> <[VBP are], [VBP are]>
<VP,VP> -> <[VP VBN_1], [VP VBN_1]>
<VBN,VBN> -> <[VBN involved], [VBN involved]>
"""
)

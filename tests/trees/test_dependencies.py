"""Dependencies within simple sentences, worked out by hand, word by word."""

from __future__ import annotations

import pytest
from dependency_tables import table

from laconic.trees.brackets import parse

# Each line of a table: the head, the label, the word. Words are unique in their sentence but for
# punctuation, which heads nothing.
SENTENCES = {
    "modifiers, object and prepositional phrase": (
        """(S (NP (PRP$ Our) (NN neighbour))
              (VP (VBD repaired) (NP (PRP$ his) (JJ old) (NN bicycle))
                  (PP (IN with) (NP (DT a) (NN hammer)))) (. .))""",
        """neighbour NMOD Our
           repaired SBJ neighbour
           - ROOT repaired
           bicycle NMOD his
           bicycle NMOD old
           repaired OBJ bicycle
           repaired ADV with
           hammer NMOD a
           with PMOD hammer
           repaired P .""",
    ),
    "two objects, and a noun phrase that says when": (
        """(S (NP (NN Yesterday)) (NP (NNP Clara))
              (VP (VBD gave) (NP (DT the) (NN librarian)) (NP (CD two) (JJ rare) (NNS books)))
              (. .))""",
        """gave ADV Yesterday
           gave SBJ Clara
           - ROOT gave
           librarian NMOD the
           gave IOBJ librarian
           books NMOD two
           books NMOD rare
           gave OBJ books
           gave P .""",
    ),
    "modal, passive and agent": (
        """(S (NP (DT The) (NN bridge))
              (VP (MD must) (VP (VB be) (VP (VBN rebuilt)
                  (PP (IN by) (NP (JJ local) (NNS engineers)))
                  (PP (IN before) (NP (NN winter)))))) (. .))""",
        """bridge NMOD The
           must SBJ bridge
           - ROOT must
           must VC be
           be VC rebuilt
           rebuilt LGS by
           engineers NMOD local
           by PMOD engineers
           rebuilt ADV before
           before PMOD winter
           must P .""",
    ),
    "copula and coordinated adjectives": (
        """(S (NP (DT The) (NN soup))
              (VP (VBD was) (ADJP (ADJP (JJ hot)) (CC but) (ADJP (RB rather) (JJ bland))))
              (. .))""",
        """soup NMOD The
           was SBJ soup
           - ROOT was
           was PRD hot
           hot CC but
           bland AMOD rather
           hot COORD bland
           was P .""",
    ),
    "existential there, participle with its agent": (
        """(S (NP (EX There))
              (VP (VBZ is) (NP (NP (DT a) (NN letter))
                               (VP (VBN written) (PP (IN by) (NP (PRP$ your) (NN aunt)))))
                  (PP (IN on) (NP (DT the) (NN table)))) (. .))""",
        """is SBJ There
           - ROOT is
           letter NMOD a
           is PRD letter
           letter NMOD written
           written LGS by
           aunt NMOD your
           by PMOD aunt
           is ADV on
           table NMOD the
           on PMOD table
           is P .""",
    ),
    "imperative, particle, somebody called": (
        """(S (NP (NNP Anna)) (, ,)
              (VP (VB switch) (PRT (RP off)) (NP (DT the) (NNS lights))) (, ,)
              (INTJ (UH please)) (. !))""",
        """switch DEP Anna
           switch P ,
           - ROOT switch
           switch PRT off
           lights NMOD the
           switch OBJ lights
           switch P ,
           switch DEP please
           switch P !""",
    ),
    "possessive and apposition": (
        """(S (NP (NP (NP (NNP Marta) (POS 's)) (NN brother)) (, ,)
                  (NP (DT a) (VBN retired) (NN surgeon)) (, ,))
              (VP (VBZ grows) (NP (NNS roses))) (. .))""",
        """brother NMOD Marta
           Marta NMOD 's
           grows SBJ brother
           brother P ,
           surgeon NMOD a
           surgeon NMOD retired
           brother APPO surgeon
           brother P ,
           - ROOT grows
           grows OBJ roses
           grows P .""",
    ),
    "coordinated modifiers within a list of nouns": (
        """(S (NP (PRP He))
              (VP (VBZ sells) (NP (NP (JJ red) (CC or) (JJ blue) (NN cotton) (NNS shirts)) (, ,)
                                  (NP (NNS hats)) (CC and) (NP (NNS scarves)))) (. .))""",
        """sells SBJ He
           - ROOT sells
           shirts NMOD red
           red CC or
           red COORD blue
           shirts NMOD cotton
           sells OBJ shirts
           shirts P ,
           shirts COORD hats
           shirts CC and
           shirts COORD scarves
           sells P .""",
    ),
    "numbers and amounts": (
        """(S (NP (NNS Sales))
              (VP (VBD rose) (NP (QP (RB about) (CD 12)) (NN %))
                  (PP (TO to) (NP (QP ($ $) (CD 3.4) (CD billion))))) (. .))""",
        """rose SBJ Sales
           - ROOT rose
           12 AMOD about
           % NMOD 12
           rose ADV %
           rose ADV to
           to PMOD $
           $ NMOD 3.4
           $ NMOD billion
           rose P .""",
    ),
    "fragment": (
        """(FRAG (RB Not) (NP (NP (DT a) (JJ single) (NN word))
                              (PP (IN from) (NP (DT the) (NN committee)))) (. .))""",
        """word NMOD Not
           word NMOD a
           word NMOD single
           - ROOT word
           word NMOD from
           committee NMOD the
           from PMOD committee
           word P .""",
    ),
}


@pytest.mark.parametrize("name", SENTENCES)
def test_dependencies_by_hand(name: str) -> None:
    brackets, rows = SENTENCES[name]
    assert table(parse(brackets)) == [row.strip() for row in rows.splitlines()]

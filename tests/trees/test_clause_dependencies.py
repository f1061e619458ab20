"""Dependencies where clauses are questions or part of others, worked out by hand, word by word."""

from __future__ import annotations

import pytest
from dependency_tables import table

from laconic.trees.brackets import parse

# Each line of a table: the head, the label, the word. Words are unique in their sentence but for
# punctuation, which heads nothing.
SENTENCES = {
    "relative clauses: subject and object": (
        """(S (NP (NP (DT The) (NN tailor))
                  (SBAR (WHNP (WP who)) (S (VP (VBZ lives) (ADVP (RB upstairs))))))
              (VP (VBD mended) (NP (NP (DT the) (NN coat))
                  (SBAR (WHNP (WDT that))
                        (S (NP (NNP Boris)) (VP (VBD had) (VP (VBN torn))))))) (. .))""",
        """tailor NMOD The
           mended SBJ tailor
           lives SBJ who
           tailor NMOD lives
           lives ADV upstairs
           - ROOT mended
           coat NMOD the
           mended OBJ coat
           torn OBJ that
           had SBJ Boris
           coat NMOD had
           had VC torn
           mended P .""",
    ),
    "question for the noun of a preposition": (
        """(SBARQ (WHNP (WP What))
                  (SQ (VBP are) (NP (PRP you)) (VP (VBG waiting) (PP (IN for)))) (. ?))""",
        """for PMOD What
           - ROOT are
           are SBJ you
           are VC waiting
           waiting ADV for
           are P ?""",
    ),
    "yes or no": (
        """(SQ (VBZ Is) (NP (DT the) (NN museum)) (ADVP (RB still)) (ADJP (JJ open))
               (PP (IN on) (NP (NNPS Mondays))) (. ?))""",
        """- ROOT Is
           museum NMOD the
           Is SBJ museum
           Is ADV still
           Is PRD open
           Is ADV on
           on PMOD Mondays
           Is P ?""",
    ),
    "quotation before its verb": (
        """(SINV (`` ``) (S (NP (PRP We)) (VP (VBD lost) (NP (NN everything)))) (, ,) ('' '')
                 (VP (VBD said)) (NP (DT the) (NN farmer)) (. .))""",
        """said P ``
           lost SBJ We
           said OBJ lost
           lost OBJ everything
           said P ,
           said P ''
           - ROOT said
           farmer NMOD the
           said SBJ farmer
           said P .""",
    ),
    "infinitive with an object, coordinated verb phrases, gerund": (
        """(S (NP (PRP She))
              (VP (VP (VBD persuaded) (NP (DT the) (NN driver)) (S (VP (TO to) (VP (VB wait)))))
                  (CC and) (VP (VBD started) (S (VP (VBG running))))) (. .))""",
        """persuaded SBJ She
           - ROOT persuaded
           driver NMOD the
           persuaded OBJ driver
           persuaded OBJ to
           to VC wait
           persuaded CC and
           persuaded COORD started
           started OBJ running
           persuaded P .""",
    ),
    "subordinate clauses, adverbial and complement": (
        """(S (SBAR (IN Because) (S (NP (PRP it)) (VP (VBD rained)))) (, ,) (NP (PRP they))
              (VP (VBD decided) (SBAR (IN that) (S (NP (DT the) (NN match))
                  (VP (MD would) (VP (VB be) (VP (VBN postponed))))))) (. .))""",
        """rained VMOD Because
           rained SBJ it
           decided ADV rained
           decided P ,
           decided SBJ they
           - ROOT decided
           would VMOD that
           match NMOD the
           would SBJ match
           decided OBJ would
           would VC be
           be VC postponed
           decided P .""",
    ),
    "extraposed clause": (
        """(S (NP (PRP It))
              (VP (VBZ is) (RB not) (ADJP (JJ clear))
                  (SBAR (IN whether) (S (NP (DT the) (NN plan)) (VP (VBZ works))))) (. .))""",
        """is SBJ It
           - ROOT is
           is ADV not
           is PRD clear
           works VMOD whether
           plan NMOD the
           works SBJ plan
           is EXP works
           is P .""",
    ),
    "clause as subject, clause without a verb": (
        """(S (S (VP (VBG Swimming) (PP (IN in) (NP (DT the) (NN lake)))))
              (VP (VBZ keeps) (S (NP (NN grandfather)) (ADJP (JJ healthy)))) (. .))""",
        """keeps SBJ Swimming
           Swimming ADV in
           lake NMOD the
           in PMOD lake
           - ROOT keeps
           healthy SBJ grandfather
           keeps OBJ healthy
           keeps P .""",
    ),
    "parenthesis": (
        """(S (NP (DT The) (NN answer)) (PRN (, ,) (S (NP (PRP she)) (VP (VBD added))) (, ,))
              (VP (VBZ is) (ADJP (JJ simple))) (. .))""",
        """answer NMOD The
           is SBJ answer
           added P ,
           added SBJ she
           is PRN added
           added P ,
           - ROOT is
           is PRD simple
           is P .""",
    ),
    "inversion": (
        """(SINV (ADVP (RB Never)) (VBD had) (NP (DT the) (NN valley))
                 (VP (VBN seen) (NP (ADJP (RB so) (JJ much)) (NN snow))) (. .))""",
        """had ADV Never
           - ROOT had
           valley NMOD the
           had SBJ valley
           had VC seen
           much AMOD so
           snow NMOD much
           seen OBJ snow
           had P .""",
    ),
    "indirect questions": (
        """(S (NP (NN Nobody))
              (VP (VBD knew) (SBAR (SBAR (WHNP (WP what)) (S (VP (TO to) (VP (VB say)))))
                  (CC or)
                  (SBAR (WHADVP (WRB where)) (S (NP (DT the) (NNS keys)) (VP (VBD were))))))
              (. .))""",
        """knew SBJ Nobody
           - ROOT knew
           say OBJ what
           knew OBJ to
           to VC say
           to CC or
           were PRD where
           keys NMOD the
           were SBJ keys
           to COORD were
           knew P .""",
    ),
    "topic quoted under an auxiliary, noun phrase beside it": (
        """(S (S (NP (PRP I)) (VP (VBP agree))) (, ,) (NP (DT the) (NN mayor))
              (VP (VBD had) (VP (VBN replied) (NP (DT that) (NN morning)))) (. .))""",
        """agree SBJ I
           replied OBJ agree
           had P ,
           mayor NMOD the
           had SBJ mayor
           - ROOT had
           had VC replied
           morning NMOD that
           replied ADV morning
           had P .""",
    ),
}


@pytest.mark.parametrize("name", SENTENCES)
def test_dependencies_by_hand(name: str) -> None:
    brackets, rows = SENTENCES[name]
    assert table(parse(brackets)) == [row.strip() for row in rows.splitlines()]

// Scores a string piece by piece, from left to right; a piece is a word or a string scored before.
// Any bracketing of a sentence gives what scoring it word by word gives.
//
// How a scored string is appended, its words before `full` being w0 w1 ...:
// 1. The context is the right state of what stands before it. Each n-gram w0 .. wi of its left
//    state is grown to the left with that context; the difference in probability is added, and the
//    contexts that did not help pay their backoff.
// 2. What could be used is the context for the next one.
// 3. If the string is not full, the context that is left and its right state are the new right
//    state, and its left state may continue the one before; otherwise the context that is left pays
//    its backoff, and the new right state is the string's own.
#pragma once

#include <cstdint>

#include "ngram/model.h"
#include "ngram/state.h"

namespace laconic {

// A scored string. `log10_prob` holds what is certain so far.
struct scored_span {
  chart_state state;
  double log10_prob = 0;
  uint32_t unknown_words = 0;
};

class span_scorer {
 public:
  explicit span_scorer(const ngram_model& lm) : lm_(lm) {}

  // The start of a sentence; only as the first piece.
  void begin();
  void add_word(uint32_t word);
  void add_span(const scored_span& span);

  const scored_span& finish() {
    span_.state.left.full = left_done_ || span_.state.left.length == lm_.order() - 1;
    return span_;
  }

 private:
  void grow_left(uint32_t place, bool extends_left, bool right_grew);

  const ngram_model& lm_;
  scored_span span_;
  bool left_done_ = false;  // nothing that follows can depend on words before the string
};

}  // namespace laconic

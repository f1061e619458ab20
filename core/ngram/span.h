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

template <class Model, int Words>
class basic_span_scorer {
 public:
  explicit basic_span_scorer(const Model& lm) : lm_(lm) {}

  // The start of a sentence; only as the first piece.
  void begin();
  void add_word(uint32_t word);
  // A string that was scored before; what is certain of it is not added again.
  void add_state(const basic_chart_state<Words>& state);

  // Of all pieces so far, the words of scored strings not counted but where this changes them.
  double log10_prob() const { return log10_prob_; }
  const basic_chart_state<Words>& finish() {
    state_.left.full = left_done_ || state_.left.length == lm_.order() - 1;
    return state_;
  }

 private:
  void grow_left(const ngram_node& node, bool is_whole, bool right_grew);

  const Model& lm_;
  basic_chart_state<Words> state_;
  double log10_prob_ = 0;
  bool left_done_ = false;  // nothing that follows can depend on words before the string
};

using span_scorer = basic_span_scorer<ngram_model, max_order - 1>;

template <class Model, int Words>
void basic_span_scorer<Model, Words>::begin() {
  const ngram_node start = lm_.unigram(sentence_start);
  state_.right.words[0] = sentence_start;
  state_.right.log10_backoffs[0] = start.log10_backoff;
  state_.right.length = lm_.order() > 1 && is_context(start.log10_backoff);
  left_done_ = true;
}

// Until the left side is done, the right state reaches back to the first word of the string.
template <class Model, int Words>
void basic_span_scorer<Model, Words>::grow_left(const ngram_node& node, bool is_whole,
                                                bool right_grew) {
  if (left_done_) return;
  basic_left_state<Words>& left = state_.left;
  if (is_whole && node.extends_left && left.length < lm_.order() - 1) {
    left.places[left.length] = node.place;
    left.log10_probs[left.length++] = node.log10_prob;
  } else {
    left_done_ = true;
  }
  if (!right_grew) left_done_ = true;
}

template <class Model, int Words>
void basic_span_scorer<Model, Words>::add_word(uint32_t word) {
  basic_right_state<Words>& right = state_.right;
  const int before = right.length;
  basic_right_state<Words> grown;
  const scored_word scored = score_word(lm_, right, word, grown);
  log10_prob_ += scored.log10_prob;
  const bool whole = scored.ngram_length == before + 1;
  grow_left(scored.node, whole, grown.length == before + 1);
  right = grown;
}

template <class Model, int Words>
void basic_span_scorer<Model, Words>::add_state(const basic_chart_state<Words>& state) {
  const basic_left_state<Words>& left = state.left;
  basic_right_state<Words> context = state_.right;
  const bool first = !left_done_ && state_.left.length == 0 && context.length == 0;
  if (first) {
    state_ = state;
    left_done_ = left.full;
    return;
  }
  for (int at = 0; at < left.length && context.length > 0; ++at) {
    ngram_node node{left.places[at], left.log10_probs[at], no_backoff, true};
    log10_prob_ -= node.log10_prob;
    basic_right_state<Words> used = context;
    used.length = 0;
    int length = 0;
    while (length < context.length && node.extends_left && at + 1 + length < lm_.order() &&
           lm_.extend_left(at + 1 + length, node.place, context.words[length], node)) {
      used.log10_backoffs[length] = node.log10_backoff;
      ++length;
      if (is_context(node.log10_backoff)) used.length = static_cast<uint8_t>(length);
    }
    log10_prob_ += node.log10_prob;
    for (int lost = length; lost < context.length; ++lost) {
      log10_prob_ += context.log10_backoffs[lost];
    }
    const bool whole = length == context.length;
    grow_left(node, whole, used.length == context.length);
    context = used;
  }
  basic_right_state<Words>& right = state_.right;
  if (left.full) {
    for (int lost = 0; lost < context.length; ++lost) {
      log10_prob_ += context.log10_backoffs[lost];
    }
    right = state.right;
    left_done_ = true;
    return;
  }
  const basic_right_state<Words>& own = state.right;
  right = own;
  for (int at = 0; at < context.length && own.length + at < lm_.order() - 1; ++at) {
    right.words[own.length + at] = context.words[at];
    right.log10_backoffs[own.length + at] = context.log10_backoffs[at];
    right.length = static_cast<uint8_t>(own.length + at + 1);
  }
}

}  // namespace laconic

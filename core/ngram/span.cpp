#include "span.h"

namespace laconic {

void span_scorer::begin() {
  const ngram_node start = lm_.unigram(sentence_start);
  span_.state.right.words[0] = sentence_start;
  span_.state.right.log10_backoffs[0] = start.log10_backoff;
  span_.state.right.length = lm_.order() > 1 && is_context(start.log10_backoff);
  left_done_ = true;
}

// Until the left side is done, the right state reaches back to the first word of the string.
void span_scorer::grow_left(uint32_t place, bool extends_left, bool right_grew) {
  if (left_done_) return;
  left_state& left = span_.state.left;
  if (extends_left && left.length < lm_.order() - 1) {
    left.places[left.length++] = place;
  } else {
    left_done_ = true;
  }
  if (!right_grew) left_done_ = true;
}

void span_scorer::add_word(uint32_t word) {
  right_state& right = span_.state.right;
  const int before = right.length;
  right_state grown;
  const scored_word scored = lm_.score(right, word, grown);
  span_.log10_prob += scored.log10_prob;
  span_.unknown_words += word == unknown_word;
  const bool whole = scored.ngram_length == before + 1;
  grow_left(scored.place, whole && scored.extends_left, grown.length == before + 1);
  right = grown;
}

void span_scorer::add_span(const scored_span& span) {
  span_.log10_prob += span.log10_prob;
  span_.unknown_words += span.unknown_words;
  const left_state& left = span.state.left;
  right_state context = span_.state.right;
  const bool first = !left_done_ && span_.state.left.length == 0 && context.length == 0;
  if (first) {
    span_.state = span.state;
    left_done_ = left.full;
    return;
  }
  for (int at = 0; at < left.length && context.length > 0; ++at) {
    ngram_node node = lm_.node_at(at + 1, left.places[at]);
    span_.log10_prob -= node.log10_prob;
    right_state used = context;
    used.length = 0;
    int length = 0;
    while (length < context.length && node.extends_left && at + 1 + length < lm_.order() &&
           lm_.extend_left(at + 1 + length, node.place, context.words[length], node)) {
      used.log10_backoffs[length] = node.log10_backoff;
      ++length;
      if (is_context(node.log10_backoff)) used.length = static_cast<uint8_t>(length);
    }
    span_.log10_prob += node.log10_prob;
    for (int lost = length; lost < context.length; ++lost) {
      span_.log10_prob += context.log10_backoffs[lost];
    }
    const bool whole = length == context.length;
    grow_left(node.place, whole && node.extends_left, used.length == context.length);
    context = used;
  }
  right_state& right = span_.state.right;
  if (left.full) {
    for (int lost = 0; lost < context.length; ++lost) {
      span_.log10_prob += context.log10_backoffs[lost];
    }
    right = span.state.right;
    left_done_ = true;
    return;
  }
  const right_state& own = span.state.right;
  right = own;
  for (int at = 0; at < context.length && own.length + at < lm_.order() - 1; ++at) {
    right.words[own.length + at] = context.words[at];
    right.log10_backoffs[own.length + at] = context.log10_backoffs[at];
    right.length = static_cast<uint8_t>(own.length + at + 1);
  }
}

}  // namespace laconic

// What a string must remember of itself so that n-grams across its edges can be scored later.
//
// 1. The right state is the context for a word that follows: the newest words, as many as the model
//    knows as a context, with the backoff of each length.
// 2. The left state is for words that come before: the n-grams that begin the string, from its
//    first word on, as long as the model knows longer ones that end in them. `full` says that what
//    follows in the string cannot be changed any more by words before it, but for the backoffs it
//    has not paid.
// 3. Both are minimal: what the model cannot use is not kept, so that more strings are alike.
//
// Equality and hash see words and places only; probabilities and backoffs follow from them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "hashing.h"
#include "ngram/lists.h"

namespace laconic {

// `Words` is how many words a state has room for: one less than the order of a model, or more.
template <int Words>
struct basic_right_state {
  uint32_t words[Words];        // newest first
  float log10_backoffs[Words];  // of the context of the first word, the first two, ...
  uint8_t length = 0;

  bool operator==(const basic_right_state& other) const {
    return length == other.length && std::equal(words, words + length, other.words);
  }
};

template <int Words>
struct basic_left_state {
  uint32_t places[Words];    // of the n-gram of the first word, the first two, ...
  float log10_probs[Words];  // of the last word of each, given those before it
  uint8_t length = 0;
  bool full = false;

  bool operator==(const basic_left_state& other) const {
    return length == other.length && full == other.full &&
           std::equal(places, places + length, other.places);
  }
};

template <int Words>
struct basic_chart_state {
  basic_left_state<Words> left;
  basic_right_state<Words> right;
  bool operator==(const basic_chart_state& other) const = default;
};

using right_state = basic_right_state<max_order - 1>;
using chart_state = basic_chart_state<max_order - 1>;

template <int Words>
uint64_t hash_state(const basic_chart_state<Words>& state) {
  uint64_t hash = uint64_t{state.left.length} << 16 | uint64_t{state.right.length} << 8 |
                  uint64_t{state.left.full};
  for (int at = 0; at < state.left.length; ++at) {
    hash = (hash ^ state.left.places[at]) * hashing::first_prime;
  }
  for (int at = 0; at < state.right.length; ++at) {
    hash = (hash ^ (hash >> 32) ^ state.right.words[at]) * hashing::first_prime;
  }
  return hashing::finish(hash);
}

}  // namespace laconic

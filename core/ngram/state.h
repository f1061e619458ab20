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
// Equality and hash see words and places only; backoffs follow from them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "hashing.h"
#include "ngram/lists.h"

namespace laconic {

struct right_state {
  uint32_t words[max_order - 1];        // newest first
  float log10_backoffs[max_order - 1];  // of the context of the first word, the first two, ...
  uint8_t length = 0;

  bool operator==(const right_state& other) const {
    return length == other.length && std::equal(words, words + length, other.words);
  }
};

struct left_state {
  uint32_t places[max_order - 1];  // of the n-gram of the first word, the first two, ...
  uint8_t length = 0;
  bool full = false;

  bool operator==(const left_state& other) const {
    return length == other.length && full == other.full &&
           std::equal(places, places + length, other.places);
  }
};

struct chart_state {
  left_state left;
  right_state right;
  bool operator==(const chart_state& other) const = default;
};

inline uint64_t hash_state(const chart_state& state) {
  uint64_t hash = uint64_t{state.left.length} << 16 | uint64_t{state.right.length} << 8 |
                  uint64_t{state.left.full};
  for (int at = 0; at < state.left.length; ++at) {
    hash = hashing::finish(hash ^ state.left.places[at]);
  }
  for (int at = 0; at < state.right.length; ++at) {
    hash = hashing::finish(hash ^ state.right.words[at]);
  }
  return hash;
}

}  // namespace laconic

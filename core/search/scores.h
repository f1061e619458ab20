// What derivations are scored by.
#pragma once

#include <cstdint>
#include <span>

#include "forest/forest.h"
#include "ngram/model.h"
#include "search/reference_ngrams.h"

namespace laconic {

struct search_scores {
  std::span<const double> edges;
  const ngram_model* lm = nullptr;
  double lm_weight = 0;
  std::span<const uint32_t> lm_words;  // the model's ids of the forest's words
  const reference_ngrams* ngrams = nullptr;
  std::span<const int32_t> ngram_types;  // the types of the forest's words

  // Throws std::invalid_argument if the arrays do not fit the forest.
  void check(const forest& whole) const;
};

}  // namespace laconic

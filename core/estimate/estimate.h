// A language model from text: counting, smoothing, pruning. What it gives are the lists of
// ngram/lists.h, which are written as ARPA or as a packed file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "estimate/corpus.h"
#include "estimate/discounts.h"
#include "ngram/lists.h"

namespace laconic {

struct estimate_options {
  int order = 3;
  // By order: n-grams seen so often or less are left out; words become the unknown word.
  std::vector<uint64_t> cutoffs;
  double prune_threshold = 0;  // relative growth of perplexity; 0 keeps all
  std::string normalisation;   // a name that is stored; the text is normalised already
};

struct estimated_model {
  ngram_lists lists;
  std::vector<discounts> discount;  // by order
  std::vector<uint64_t> seen;       // different n-grams in the text, by order
};

estimated_model estimate(corpus& text, const estimate_options& options);

}  // namespace laconic

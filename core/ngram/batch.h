// Scores running text faster than word by word: what is waited for is memory, so many n-grams are
// looked up side by side, one length after the other.
//
// The length of the context is not decided by a state: an n-gram whose beginning is no context is
// not in the model either. So each word's n-grams depend on words alone, and the backoffs that a
// word pays stand with the n-grams that end in the word before it.
#pragma once

#include <cstdint>
#include <vector>

#include "ngram/model.h"

namespace laconic {

class batch_scorer {
 public:
  explicit batch_scorer(const ngram_model& lm);

  // The words of a text in turn; each start opens a sentence and has no score itself. A score is
  // written for each word.
  void score(const uint32_t* words, size_t count, float* log10_probs);

 private:
  struct walked {
    float log10_prob;
    int depth;                        // of the longest n-gram found that ends in the word
    uint32_t place;                   // of that n-gram
    float log10_backoffs[max_order];  // of the n-gram of one word, two, ...
  };
  struct look_up {
    uint32_t at;
    uint64_t key;
  };
  // More would be forgotten by the processor before they are used.
  static constexpr size_t at_once = 16;

  void walk(size_t count);
  void look_up_all(int length);

  const ngram_model& lm_;
  size_t history_;               // how many words before the block are kept
  std::vector<uint32_t> words_;  // of the block, after the history
  std::vector<int> limits_;      // words before each in its sentence; -1 before the first one
  std::vector<walked> walked_;   // of the block, after one for the word before it
  std::vector<look_up> open_;
};

}  // namespace laconic

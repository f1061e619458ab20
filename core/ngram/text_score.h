// Sentences scored word by word, from text or from ids.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ngram/model.h"

namespace laconic {

// What perplexity is computed from; sums can be added.
struct text_score {
  uint64_t sentences = 0, words = 0, unknown_words = 0;
  double log10_prob = 0;          // of all words and of the end of each sentence
  double unknown_log10_prob = 0;  // the part of it that unknown words have
};

// Whole lines, a sentence each, words between white space; empty lines are passed over.
text_score score_text(const ngram_model& lm, std::string_view lines);

// Ids in turn; the end of a sentence is the word it is marked by.
text_score score_ids(const ngram_model& lm, const uint32_t* ids, size_t count);
// The same, each word with the state of the words before it, as a decoder asks.
text_score score_ids_singly(const ngram_model& lm, const uint32_t* ids, size_t count);

// The words of a sentence in turn, with its end if asked for.
std::vector<scored_word> score_sentence(const ngram_model& lm, const std::vector<uint32_t>& words,
                                        bool begin, bool end);

}  // namespace laconic

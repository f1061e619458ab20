// A packed model, mapped into memory: looks words and n-grams up and scores a word in its context.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hashing.h"
#include "ngram/layout.h"
#include "ngram/state.h"
#include "ngram/table.h"
#include "storage/mapped_file.h"

namespace laconic {

// An n-gram that was found: its place in its table and what is stored there.
struct ngram_node {
  uint32_t place;
  float log10_prob;
  float log10_backoff;  // of it as a context; `no_backoff` if it is none
  bool extends_left;    // whether longer n-grams end in it
};

// What scoring a word gives besides the new state.
struct scored_word {
  double log10_prob;
  int ngram_length;  // of the longest n-gram found
  ngram_node node;   // that n-gram
};

class ngram_model {
 public:
  // Opens and checks a file, or the part of one that begins at `offset` and has `size` bytes (0:
  // all that follows); `verify` also reads all of it to compare its checksum.
  ngram_model(const std::string& path, bool verify, uint64_t offset = 0, uint64_t size = 0);

  int order() const { return static_cast<int>(header_.order); }
  uint32_t words() const { return header_.words; }
  const packed_header& header() const { return header_; }
  const packed_layout& layout() const { return layout_; }
  std::string normalisation() const;
  const uint8_t* packed() const { return file_.data(); }  // `file_bytes` of the header

  uint32_t word_id(std::string_view word) const;  // `unknown_word` if it is not there
  // The same for several words at once, which is faster.
  void word_ids(const std::string_view* words, size_t count, uint32_t* ids) const;
  std::string_view text(uint32_t id) const;

  ngram_node unigram(uint32_t word) const {
    const packed_unigram& found = unigrams_[word];
    return {word, unmarked(found.marked_log10_prob), found.log10_backoff,
            is_marked(found.marked_log10_prob)};
  }
  // The n-gram that is `word` before the n-gram of `order` words at `place`.
  bool extend_left(int order, uint32_t place, uint32_t word, ngram_node& found) const;

  const packed_table& table(int order) const {
    return tables_[static_cast<size_t>(order) - 2].keys;
  }
  ngram_node node_at(int order, uint32_t place) const;
  bool is_implied(int order, uint32_t place) const;

 private:
  struct value_table {
    packed_table keys;
    const float* log10_probs;     // null: the field is a float
    const float* log10_backoffs;  // null: the field is a float
    unsigned backoff_bits;        // 0 in the highest order
  };

  uint64_t word_key(std::string_view word) const {
    return hash_word(word) >> (64 - layout_.words.key_bits);
  }
  uint32_t word_at(uint32_t place, std::string_view word) const;

  mapped_file file_;
  packed_header header_;
  packed_layout layout_;
  packed_table words_;
  const uint32_t* text_starts_ = nullptr;
  const packed_unigram* unigrams_ = nullptr;
  std::vector<value_table> tables_;
};

inline ngram_node ngram_model::node_at(int order, uint32_t place) const {
  if (order == 1) return unigram(place);
  const value_table& values = tables_[static_cast<size_t>(order) - 2];
  const uint64_t prob = values.keys.prob_field(place);
  ngram_node node{place, 0, no_backoff, false};
  if (values.log10_probs == nullptr) {
    const float marked = std::bit_cast<float>(static_cast<uint32_t>(prob));
    node.log10_prob = unmarked(marked);
    node.extends_left = is_marked(marked);
  } else {
    node.log10_prob = values.log10_probs[prob >> 1];
    node.extends_left = prob & 1;
  }
  if (values.backoff_bits > 0) {
    const uint64_t backoff = values.keys.backoff_field(place, values.backoff_bits);
    node.log10_backoff = values.log10_backoffs == nullptr
                             ? std::bit_cast<float>(static_cast<uint32_t>(backoff))
                             : values.log10_backoffs[backoff];
  }
  return node;
}

inline bool ngram_model::extend_left(int order, uint32_t place, uint32_t word,
                                     ngram_node& found) const {
  uint32_t at;
  const packed_table& longer = table(order + 1);
  if (!longer.find(longer.scrambled_key(place, word), at)) return false;
  found = node_at(order + 1, at);
  return true;
}

// The probability of a word after a context; `out` is the context with the word. They may not be
// the same object. A model is what has `order`, `unigram` and `extend_left`.
//
// The n-gram grows to the left, word by word, as long as the model knows it; the contexts that
// could not be used pay their backoff.
template <class Model, int Words>
scored_word score_word(const Model& lm, const basic_right_state<Words>& in, uint32_t word,
                       basic_right_state<Words>& out) {
  ngram_node node = lm.unigram(word);
  out.words[0] = word;
  out.log10_backoffs[0] = node.log10_backoff;
  out.length = lm.order() > 1 && is_context(node.log10_backoff);
  int used = 0;
  while (used < in.length && node.extends_left &&
         lm.extend_left(used + 1, node.place, in.words[used], node)) {
    ++used;
    if (used + 1 < lm.order()) {
      out.words[used] = in.words[used - 1];
      out.log10_backoffs[used] = node.log10_backoff;
      if (is_context(node.log10_backoff)) out.length = static_cast<uint8_t>(used + 1);
    }
  }
  double log10_prob = node.log10_prob;
  for (int at = used; at < in.length; ++at) log10_prob += in.log10_backoffs[at];
  return {log10_prob, used + 1, node};
}

}  // namespace laconic

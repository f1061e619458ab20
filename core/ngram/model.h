// A packed model, mapped into memory: looks words and n-grams up and scores a word in its context.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bits.h"
#include "hashing.h"
#include "ngram/layout.h"
#include "ngram/state.h"
#include "storage/mapped_file.h"

namespace laconic {

// An n-gram that was found: its place in its table and what is stored there.
struct ngram_node {
  uint32_t place;
  float log10_prob;
  float log10_backoff;  // of it as a context; `no_backoff` if it is none
  bool extends_left;    // whether longer n-grams end in it
};

// One packed table; a corrupted file may make it answer wrongly, never read out of bounds.
class packed_table {
 public:
  packed_table(const table_shape& shape, const uint8_t* entries, const uint8_t* starts)
      : entries_(entries),
        starts_(starts),
        count_(static_cast<uint32_t>(shape.count)),
        bucket_bytes_(std::min<uint64_t>(64, shape.count * shape.entry_bits() / shape.buckets() / 8)),
        remainder_mask_(low_mask(shape.remainder_bits())),
        start_mask_(low_mask(shape.start_bits)),
        start_bits_(shape.start_bits),
        group_bits_(shape.group_bits()),
        remainder_bits_(shape.remainder_bits()),
        entry_bits_(shape.entry_bits()),
        word_bits_(shape.word_bits),
        prob_bits_(shape.prob_bits),
        mix_(shape.key_bits) {}

  // The first place with this scrambled key.
  bool find(uint64_t scrambled, uint32_t& place) const {
    const uint64_t wanted = scrambled & remainder_mask_;
    const bucket in = bucket_of(scrambled);
    uint64_t bit = uint64_t{in.first} * entry_bits_;
    for (place = in.first; place < in.last; ++place, bit += entry_bits_) {
      const uint64_t found = read_masked(entries_, bit, remainder_mask_);
      if (found >= wanted) return found == wanted;
    }
    return false;
  }
  uint64_t scrambled_key(uint32_t parent, uint32_t word) const {
    return mix_(uint64_t{parent} << word_bits_ | word);
  }
  // Before a look-up, in this order and with other work between them, so that memory is not waited
  // for: first where the bucket starts, then the bucket. Always inlined, since GCC takes a function
  // that only prefetches for one without effect and leaves its calls out.
  [[gnu::always_inline]] void prefetch_start(uint64_t scrambled) const {
    __builtin_prefetch(starts_ + group_bit(scrambled >> remainder_bits_) / 8);
  }
  // From its first to where the last entry should be, which is on the same line or the next one: to
  // branch on how long the bucket is would mean to wait.
  [[gnu::always_inline]] void prefetch_bucket(uint64_t scrambled) const {
    const uint8_t* const at = entries_ + uint64_t{bucket_of(scrambled).first} * entry_bits_ / 8;
    __builtin_prefetch(at);
    __builtin_prefetch(at + bucket_bytes_);
  }
  uint64_t prob_field(uint32_t place) const {
    return read_bits(entries_, uint64_t{place} * entry_bits_ + remainder_bits_, prob_bits_);
  }
  uint64_t backoff_field(uint32_t place, unsigned bits) const {
    return read_bits(entries_, uint64_t{place} * entry_bits_ + remainder_bits_ + prob_bits_, bits);
  }
  uint64_t remainder(uint32_t place) const {
    return read_masked(entries_, uint64_t{place} * entry_bits_, remainder_mask_);
  }
  struct bucket {
    uint32_t first, last;
  };
  bucket bucket_at(uint64_t number) const { return {start(number), start(number + 1)}; }
  uint32_t count() const { return count_; }
  unsigned remainder_bits() const { return remainder_bits_; }
  uint64_t unmix(uint64_t scrambled) const { return mix_.inverse(scrambled); }

 private:
  bucket bucket_of(uint64_t scrambled) const { return bucket_at(scrambled >> remainder_bits_); }
  uint64_t group_bit(uint64_t number) const {
    return number / table_shape::group_buckets * group_bits_;
  }
  uint32_t start(uint64_t number) const {
    const uint64_t group = group_bit(number);
    const uint64_t in_group = number % table_shape::group_buckets;
    const uint64_t found = read_bits(starts_, group, 32) +
                           read_masked(starts_, group + 32 + in_group * start_bits_, start_mask_);
    return static_cast<uint32_t>(std::min<uint64_t>(found, count_));
  }
  const uint8_t* entries_;
  const uint8_t* starts_;
  uint32_t count_;
  uint64_t bucket_bytes_;  // on average
  uint64_t remainder_mask_;
  uint64_t start_mask_;
  unsigned start_bits_, group_bits_;
  unsigned remainder_bits_, entry_bits_, word_bits_, prob_bits_;
  scramble mix_;
};

// What scoring a word gives besides the new state.
struct scored_word {
  float log10_prob;
  int ngram_length;  // of the longest n-gram found
  uint32_t place;    // of that n-gram
  bool extends_left;
};

class ngram_model {
 public:
  // Opens and checks a file; `verify` also reads all of it to compare its checksum.
  ngram_model(const std::string& path, bool verify);

  int order() const { return static_cast<int>(header_.order); }
  uint32_t words() const { return header_.words; }
  const packed_header& header() const { return header_; }
  const packed_layout& layout() const { return layout_; }
  std::string normalisation() const;

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
  float log10_prob_at(int order, uint32_t place) const;

  // The probability of a word after a context; `out` is the context with the word. They may not be
  // the same object.
  scored_word score(const right_state& in, uint32_t word, right_state& out) const;

  const packed_table& table(int order) const { return tables_[static_cast<size_t>(order) - 2].keys; }
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

inline float ngram_model::log10_prob_at(int order, uint32_t place) const {
  return node_at(order, place).log10_prob;
}

// The n-gram grows to the left, word by word, as long as the model knows it; the contexts that could
// not be used pay their backoff.
inline scored_word ngram_model::score(const right_state& in, uint32_t word, right_state& out) const {
  ngram_node node = unigram(word);
  out.words[0] = word;
  out.log10_backoffs[0] = node.log10_backoff;
  out.length = is_context(node.log10_backoff);
  int used = 0;
  while (used < in.length && node.extends_left &&
         extend_left(used + 1, node.place, in.words[used], node)) {
    ++used;
    if (used + 1 < order()) {
      out.words[used] = in.words[used - 1];
      out.log10_backoffs[used] = node.log10_backoff;
      if (is_context(node.log10_backoff)) out.length = static_cast<uint8_t>(used + 1);
    }
  }
  float log10_prob = node.log10_prob;
  for (int at = used; at < in.length; ++at) log10_prob += in.log10_backoffs[at];
  return {log10_prob, used + 1, node.place, node.extends_left};
}

}  // namespace laconic

// What a packed model file looks like. The header says how many n-grams of each order there are and
// how wide their fields; where everything stands follows from that.
//
// An n-gram of two words or more is found by a key made of the place of the n-gram it ends in and
// of its oldest word. The keys of one order are scrambled (a one-to-one map) and sorted; the high
// bits of a scrambled key are its bucket, the low ones, the remainder, are stored. So a table is as
// dense as a trie, and a look-up reads one bucket. An n-gram is known by its place in its table.
//
//   header | word texts | where texts start | word table | unigrams | for each higher order:
//   table entries | where buckets start | centres of probabilities | of backoffs | implied places
//
// Entries are remainder, probability, backoff (not in the highest order), packed without gaps.
#pragma once

#include <cstdint>
#include <vector>

#include "bits.h"
#include "ngram/lists.h"

namespace laconic {

constexpr char packed_magic[8] = {'l', 'a', 'c', 'o', 'n', 'i', 'c', 'N'};
constexpr uint32_t packed_version = 1;
constexpr unsigned max_quantised_bits = 12;
// How many bits a value may be given; 0 leaves it a float.
constexpr bool is_bits(uint32_t bits) {
  return bits == 0 || (bits >= 2 && bits <= max_quantised_bits);
}

struct packed_header {
  char magic[8];
  uint32_t version;
  uint32_t order;
  uint64_t file_bytes;
  uint64_t texts_bytes;
  uint32_t words;
  uint32_t prob_bits;  // 0: a float
  uint32_t backoff_bits;
  uint32_t word_start_bits;
  char normalisation[32];  // padded with zeros
  uint32_t counts[max_order];
  uint32_t implied[max_order];
  uint32_t start_bits[max_order];  // of each table; of the first, which is none, 0
  uint64_t payload_checksum;
  uint64_t header_checksum;  // of all before it
};
static_assert(sizeof(packed_header) == 216);

struct section {
  uint64_t offset = 0, size = 0;
};

// How wide the fields of one table are.
struct table_shape {
  uint64_t count = 0;
  unsigned word_bits = 0, key_bits = 0, bucket_bits = 0;
  unsigned prob_bits = 0, backoff_bits = 0;  // as stored: 32 for a float, one more for the mark
  unsigned start_bits = 0;                   // of where a bucket starts in its group

  // Buckets start at the start of their group, 32 bits, and so many entries after it.
  static constexpr unsigned group_buckets = 8;

  // About half a dozen entries to a bucket.
  table_shape(uint64_t entries, unsigned bits_of_key, unsigned bits_of_word = 0)
      : count(entries), word_bits(bits_of_word), key_bits(bits_of_key) {
    const unsigned wanted = static_cast<unsigned>(std::bit_width(count));
    bucket_bits = std::min(key_bits, wanted > 3 ? wanted - 3 : 0);
  }
  unsigned remainder_bits() const { return key_bits - bucket_bits; }
  unsigned entry_bits() const { return remainder_bits() + prob_bits + backoff_bits; }
  uint64_t buckets() const { return uint64_t{1} << bucket_bits; }
  uint64_t entries_bytes() const { return packed_bytes(count * entry_bits()); }
  unsigned group_bits() const { return 32 + group_buckets * start_bits; }
  uint64_t groups() const { return buckets() / group_buckets + 1; }
  uint64_t starts_bytes() const { return packed_bytes(groups() * group_bits()); }
};

struct table_sections {
  table_shape shape;
  section entries, starts, log10_probs, log10_backoffs, implied;
};

struct packed_layout {
  section texts, text_starts, unigrams;
  table_shape words{0, 0};  // the word's id stands in the place of its probability
  section word_entries, word_starts;
  section implied_words;
  std::vector<table_sections> tables;  // tables[0] holds bigrams
  uint64_t file_bytes = 0;
};

struct packed_unigram {
  float marked_log10_prob;  // as `mark` makes it
  float log10_backoff;
};

// Log-probabilities are never positive, so their sign tells whether longer n-grams end in this one.
inline float mark(float log10_prob, bool extends_left) {
  return std::copysign(log10_prob, extends_left ? 1.0f : -1.0f);
}
inline float unmarked(float marked) { return -std::fabs(marked); }
inline bool is_marked(float marked) { return !std::signbit(marked); }

// The number of bits a word's hash is cut to in the word table.
inline unsigned word_key_bits(uint32_t words) { return bits_for(words) + 12; }

// The header must be checked before.
packed_layout lay_out(const packed_header& header);

}  // namespace laconic

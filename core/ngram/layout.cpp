#include "layout.h"

namespace laconic {

namespace {

class placer {
 public:
  section place(uint64_t size) {
    const section result{end_, size};
    end_ += (size + 7) / 8 * 8;
    return result;
  }
  uint64_t end() const { return end_; }

 private:
  uint64_t end_ = sizeof(packed_header);
};

uint64_t centres_bytes(uint32_t bits) { return bits == 0 ? 0 : sizeof(float) << bits; }

}  // namespace

packed_layout lay_out(const packed_header& header) {
  packed_layout result;
  placer sections;
  const unsigned word_bits = bits_for(header.words);
  result.texts = sections.place(header.texts_bytes);
  result.text_starts = sections.place((uint64_t{header.words} + 1) * sizeof(uint32_t));
  result.words = table_shape(header.words, word_key_bits(header.words));
  result.words.prob_bits = word_bits;
  result.words.start_bits = header.word_start_bits;
  result.word_entries = sections.place(result.words.entries_bytes());
  result.word_starts = sections.place(result.words.starts_bytes());
  result.unigrams = sections.place(uint64_t{header.words} * sizeof(packed_unigram));
  result.implied_words = sections.place(header.implied[0] * sizeof(uint32_t));
  for (uint32_t order = 2; order <= header.order; ++order) {
    const unsigned parent_bits = bits_for(header.counts[order - 2]);
    table_sections table{
        {header.counts[order - 1], parent_bits + word_bits, word_bits}, {}, {}, {}, {}, {}};
    const bool highest = order == header.order;
    table.shape.prob_bits = header.prob_bits == 0 ? 32 : header.prob_bits + 1;
    table.shape.backoff_bits = highest ? 0 : header.backoff_bits == 0 ? 32 : header.backoff_bits;
    table.shape.start_bits = header.start_bits[order - 1];
    table.entries = sections.place(table.shape.entries_bytes());
    table.starts = sections.place(table.shape.starts_bytes());
    table.log10_probs = sections.place(centres_bytes(header.prob_bits));
    table.log10_backoffs = sections.place(highest ? 0 : centres_bytes(header.backoff_bits));
    table.implied = sections.place(header.implied[order - 1] * sizeof(uint32_t));
    result.tables.push_back(table);
  }
  result.file_bytes = sections.end();
  return result;
}

}  // namespace laconic

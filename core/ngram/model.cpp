#include "model.h"

#include <algorithm>
#include <cstring>

#include "errors.h"
#include "hashing.h"

namespace laconic {

namespace {

constexpr const char* expected_model = "a language model packed by laconic";

// Reads the header of a file that may be anything.
packed_header read_header(const mapped_file& file) {
  packed_header header{};
  if (file.size() < sizeof header) {
    throw format_error("a file of " + std::to_string(file.size()) + " bytes", expected_model);
  }
  std::memcpy(&header, file.data(), sizeof header);
  if (std::memcmp(header.magic, packed_magic, sizeof packed_magic) != 0) {
    throw format_error("a file of another kind", expected_model);
  }
  if (header.version != packed_version) {
    throw format_error("version " + std::to_string(header.version) + " of the packed form",
                       "version " + std::to_string(packed_version) +
                           "; build the model again, or convert its ARPA file");
  }
  return header;
}

bool is_sound(const packed_header& header) {
  checksum of_header;
  of_header.add(&header, offsetof(packed_header, header_checksum));
  return of_header.value() == header.header_checksum && header.order >= 1 &&
         header.order <= max_order && header.words >= special_words &&
         header.counts[0] == header.words && is_bits(header.prob_bits) &&
         is_bits(header.backoff_bits) && header.word_start_bits <= 32 &&
         std::ranges::all_of(header.start_bits, [](uint32_t bits) { return bits <= 32; }) &&
         header.texts_bytes <= UINT32_MAX &&
         header.normalisation[sizeof header.normalisation - 1] == 0;
}

packed_header checked_header(const mapped_file& file) {
  const packed_header header = read_header(file);
  if (!is_sound(header)) throw format_error("a corrupted header", expected_model);
  if (header.file_bytes != file.size()) {
    throw format_error(
        "a file of " + std::to_string(file.size()) + " bytes",
        "one of " + std::to_string(header.file_bytes) + ": it was cut short or added to");
  }
  return header;
}

packed_layout checked_layout(const packed_header& header) {
  const packed_layout layout = lay_out(header);
  bool sound = layout.file_bytes == header.file_bytes && layout.words.remainder_bits() <= 57;
  for (const table_sections& table : layout.tables) {
    sound = sound && table.shape.key_bits <= 64 && table.shape.remainder_bits() <= 57;
  }
  if (!sound) throw format_error("a header that contradicts itself", expected_model);
  return layout;
}

}  // namespace

ngram_model::ngram_model(const std::string& path, bool verify, uint64_t offset, uint64_t size)
    : file_(path, offset, size),
      header_(checked_header(file_)),
      layout_(checked_layout(header_)),
      words_(layout_.words, file_.data() + layout_.word_entries.offset,
             file_.data() + layout_.word_starts.offset) {
  const uint8_t* data = file_.data();
  if (verify) {
    checksum payload;
    payload.add(data + sizeof header_, file_.size() - sizeof header_);
    if (payload.value() != header_.payload_checksum) {
      throw format_error("contents that do not match their checksum",
                         "a file that is as it was written: it is damaged");
    }
  }
  const auto floats = [data](section at) {
    return at.size == 0 ? nullptr : reinterpret_cast<const float*>(data + at.offset);
  };
  text_starts_ = reinterpret_cast<const uint32_t*>(data + layout_.text_starts.offset);
  unigrams_ = reinterpret_cast<const packed_unigram*>(data + layout_.unigrams.offset);
  for (const table_sections& table : layout_.tables) {
    const packed_table keys(table.shape, data + table.entries.offset, data + table.starts.offset);
    tables_.push_back(
        {keys, floats(table.log10_probs), floats(table.log10_backoffs), table.shape.backoff_bits});
  }
}

std::string ngram_model::normalisation() const { return header_.normalisation; }

std::string_view ngram_model::text(uint32_t id) const {
  const uint64_t start = std::min<uint64_t>(text_starts_[id], layout_.texts.size);
  const uint64_t end = std::clamp<uint64_t>(text_starts_[id + 1], start, layout_.texts.size);
  return {reinterpret_cast<const char*>(file_.data()) + layout_.texts.offset + start, end - start};
}

// Words whose cut hashes are equal stand side by side from `place` on.
uint32_t ngram_model::word_at(uint32_t place, std::string_view word) const {
  const uint64_t wanted = words_.remainder(place);
  for (; place < words_.count() && words_.remainder(place) == wanted; ++place) {
    const uint64_t id = words_.prob_field(place);
    if (id < header_.words && text(static_cast<uint32_t>(id)) == word) {
      return static_cast<uint32_t>(id);
    }
  }
  return unknown_word;
}

uint32_t ngram_model::word_id(std::string_view word) const {
  uint32_t place;
  return words_.find(word_key(word), place) ? word_at(place, word) : unknown_word;
}

void ngram_model::word_ids(const std::string_view* words, size_t count, uint32_t* ids) const {
  constexpr size_t at_once = 16;
  constexpr uint32_t nowhere = UINT32_MAX;
  uint64_t keys[at_once];
  uint32_t places[at_once];
  for (size_t first = 0; first < count; first += at_once) {
    const size_t now = std::min(at_once, count - first);
    for (size_t at = 0; at < now; ++at) {
      keys[at] = word_key(words[first + at]);
      words_.prefetch_start(keys[at]);
    }
    for (size_t at = 0; at < now; ++at) words_.prefetch_bucket(keys[at]);
    for (size_t at = 0; at < now; ++at) {
      if (!words_.find(keys[at], places[at])) {
        places[at] = nowhere;
        continue;
      }
      const uint64_t id = words_.prob_field(places[at]);
      __builtin_prefetch(text_starts_ + std::min<uint64_t>(id, header_.words));
    }
    for (size_t at = 0; at < now; ++at) {
      if (places[at] == nowhere) continue;
      const uint64_t id = words_.prob_field(places[at]);
      if (id < header_.words) __builtin_prefetch(text(static_cast<uint32_t>(id)).data());
    }
    for (size_t at = 0; at < now; ++at) {
      ids[first + at] =
          places[at] == nowhere ? unknown_word : word_at(places[at], words[first + at]);
    }
  }
}

bool ngram_model::is_implied(int order, uint32_t place) const {
  const size_t at = static_cast<size_t>(order) - 1;
  const section places = order == 1 ? layout_.implied_words : layout_.tables[at - 1].implied;
  const uint32_t* first = reinterpret_cast<const uint32_t*>(file_.data() + places.offset);
  return std::binary_search(first, first + header_.implied[at], place);
}

}  // namespace laconic

#include "packer.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "errors.h"
#include "hashing.h"
#include "ngram/file_writer.h"
#include "ngram/layout.h"
#include "ngram/quantiser.h"
#include "storage/sorter.h"

namespace laconic {

namespace {

struct keyed_id {
  uint64_t key;
  uint32_t id;
};

// One n-gram on its way into its table.
struct packed_ngram {
  std::array<uint64_t, 1> key;  // scrambled
  float log10_prob, log10_backoff;
  uint32_t rank;  // its place in the list
  bool extends_left, implied;
};

struct placed_ngram {
  std::array<uint64_t, 1> key;  // its place in the list
  uint32_t place;               // its place in the table
};

// Where buckets start, from the buckets of the entries in turn.
class bucket_starts {
 public:
  explicit bucket_starts(const table_shape& shape) : starts_(shape.buckets() + 1, 0) {}
  void add(uint64_t bucket) { ++starts_[bucket + 1]; }
  // After the last: how many bits it takes to say where buckets start in their groups.
  unsigned finish() {
    for (size_t at = 1; at < starts_.size(); ++at) starts_[at] += starts_[at - 1];
    uint32_t most = 0;
    for (size_t at = 0; at < starts_.size(); ++at) most = std::max(most, in_group(at));
    return bits_for(uint64_t{most} + 1);
  }
  void write(file_writer& file, section at, const table_shape& shape) const {
    file.pad_to(at.offset);
    bit_writer bits(file);
    for (size_t group = 0; group < shape.groups(); ++group) {
      bits.put(starts_[group * shape.group_buckets], 32);
      for (size_t bucket = 0; bucket < shape.group_buckets; ++bucket) {
        const size_t number = group * shape.group_buckets + bucket;
        bits.put(number < starts_.size() ? in_group(number) : 0, shape.start_bits);
      }
    }
    bits.finish();
  }

 private:
  uint32_t in_group(size_t bucket) const {
    return starts_[bucket] -
           starts_[bucket / table_shape::group_buckets * table_shape::group_buckets];
  }

  std::vector<uint32_t> starts_;
};

class packer {
 public:
  packer(const ngram_lists& lists, const std::string& path, const packing_options& options,
         workspace& space)
      : lists_(lists),
        space_(space),
        header_(make_header(lists, options)),
        layout_(lay_out(header_)),
        file_(path, sizeof(packed_header)),
        places_(space) {}

  uint64_t run() {
    write_words();
    write_unigrams();
    for (int order = 2; order <= lists_.order(); ++order) write_table(order);
    file_.pad_to(layout_.file_bytes);
    header_.file_bytes = layout_.file_bytes;
    header_.payload_checksum = file_.payload_checksum();
    checksum of_header;
    of_header.add(&header_, offsetof(packed_header, header_checksum));
    header_.header_checksum = of_header.value();
    file_.finish(&header_, sizeof header_);
    return layout_.file_bytes;
  }

 private:
  static packed_header make_header(const ngram_lists& lists, const packing_options& options) {
    packed_header header{};
    std::memcpy(header.magic, packed_magic, sizeof header.magic);
    header.version = packed_version;
    header.order = static_cast<uint32_t>(lists.order());
    header.words = lists.words.size();
    header.prob_bits = options.prob_bits;
    header.backoff_bits = options.backoff_bits;
    lists.normalisation.copy(header.normalisation, sizeof header.normalisation - 1);
    for (uint32_t id = 0; id < lists.words.size(); ++id) {
      header.texts_bytes += lists.words.text(id).size();
    }
    refuse_if(header.texts_bytes > std::numeric_limits<uint32_t>::max(), "more than 4 GB of words");
    for (int order = 1; order <= lists.order(); ++order) {
      const size_t at = static_cast<size_t>(order) - 1;
      const uint64_t count = lists.orders[at].size();
      refuse_if(count >= std::numeric_limits<uint32_t>::max(), "four billion n-grams of one order");
      header.counts[at] = static_cast<uint32_t>(count);
      header.implied[at] = static_cast<uint32_t>(count - lists.count_stored(order));
    }
    return header;
  }
  static void refuse_if(bool wrong, const char* found) {
    if (wrong) throw format_error(found, "a model that can be packed");
  }

  void write_words() {
    const uint32_t words = lists_.words.size();
    std::vector<uint32_t> starts{0};
    std::vector<keyed_id> keyed;
    for (uint32_t id = 0; id < words; ++id) {
      const std::string_view text = lists_.words.text(id);
      file_.write(text.data(), text.size());
      starts.push_back(starts.back() + static_cast<uint32_t>(text.size()));
      keyed.push_back({hash_word(text) >> (64 - layout_.words.key_bits), id});
    }
    file_.write_section(layout_.text_starts, starts);
    std::sort(keyed.begin(), keyed.end(), [](const keyed_id& one, const keyed_id& two) {
      return one.key != two.key ? one.key < two.key : one.id < two.id;
    });
    file_.pad_to(layout_.word_entries.offset);
    bit_writer entries(file_);
    bucket_starts buckets(layout_.words);
    for (const keyed_id& word : keyed) {
      buckets.add(word.key >> layout_.words.remainder_bits());
      entries.put(word.key, layout_.words.remainder_bits());
      entries.put(word.id, layout_.words.prob_bits);
    }
    entries.finish();
    header_.word_start_bits = buckets.finish();
    layout_ = lay_out(header_);
    buckets.write(file_, layout_.word_starts, layout_.words);
  }

  // Whether longer n-grams end in an entry; `longer` is left at the first that does not.
  static bool skip_endings(const ngram_entry& entry, int order, ngram_list::reader* longer) {
    bool any = false;
    while (longer != nullptr && longer->current() != nullptr &&
           longer->current()->ends_in(entry, order)) {
      any = true;
      longer->advance();
    }
    return any;
  }

  void write_unigrams() {
    file_.pad_to(layout_.unigrams.offset);
    std::vector<uint32_t> implied;
    auto unigrams = lists_.orders[0].read();
    auto bigrams = lists_.orders[lists_.order() > 1 ? 1 : 0].read();
    for (uint32_t id = 0; unigrams.current() != nullptr; unigrams.advance(), ++id) {
      const ngram_entry& entry = *unigrams.current();
      const bool extends = skip_endings(entry, 1, lists_.order() > 1 ? &bigrams : nullptr);
      const packed_unigram packed{mark(entry.log10_prob, extends), entry.log10_backoff};
      file_.write(&packed, sizeof packed);
      if (entry.implied) implied.push_back(id);
      places_.push(id);
    }
    file_.write_section(layout_.implied_words, implied);
  }

  void write_table(int order) {
    const table_sections table = layout_.tables[static_cast<size_t>(order) - 2];
    space_.work().begin("Packing", 2 * table.shape.count);
    quantiser log10_probs, log10_backoffs;
    train(order, log10_probs, log10_backoffs);
    sorter<packed_ngram> by_key(space_);
    scramble_keys(order, table.shape, by_key);
    by_key.sort();
    const bool has_longer = order < lists_.order();
    sorter<placed_ngram> by_rank(space_);
    write_entries(order, by_key, log10_probs, log10_backoffs, has_longer ? &by_rank : nullptr);
    if (!has_longer) return;
    by_rank.sort();
    places_.clear();
    for (; by_rank.current() != nullptr; by_rank.advance()) places_.push(by_rank.current()->place);
  }

  void train(int order, quantiser& log10_probs, quantiser& log10_backoffs) const {
    if (header_.prob_bits == 0 && header_.backoff_bits == 0) return;
    auto entries = lists_.orders[static_cast<size_t>(order) - 1].read();
    for (; entries.current() != nullptr; entries.advance()) {
      log10_probs.add(entries.current()->log10_prob);
      const float log10_backoff = entries.current()->log10_backoff;
      if (is_context(log10_backoff)) log10_backoffs.add(log10_backoff);
    }
    if (header_.prob_bits > 0) log10_probs.place(uint64_t{1} << header_.prob_bits);
    // The first code is for what is no context.
    if (header_.backoff_bits > 0) log10_backoffs.place((uint64_t{1} << header_.backoff_bits) - 1);
  }

  void scramble_keys(int order, const table_shape& shape, sorter<packed_ngram>& by_key) {
    const scramble mix(shape.key_bits);
    auto entries = lists_.orders[static_cast<size_t>(order) - 1].read();
    auto endings = lists_.orders[static_cast<size_t>(order) - 2].read();
    auto places = places_.read();
    const bool has_longer = order < lists_.order();
    auto longer = lists_.orders[static_cast<size_t>(order) - (has_longer ? 0 : 1)].read();
    for (uint32_t rank = 0; entries.current() != nullptr; entries.advance(), ++rank) {
      const ngram_entry& entry = *entries.current();
      for (; !entry.ends_in(*endings.current(), order - 1); endings.advance()) places.advance();
      const uint64_t oldest = entry.words[static_cast<size_t>(order) - 1];
      const uint64_t key = uint64_t{*places.current()} << shape.word_bits | oldest;
      const bool extends = skip_endings(entry, order, has_longer ? &longer : nullptr);
      by_key.push(
          {{mix(key)}, entry.log10_prob, entry.log10_backoff, rank, extends, entry.implied});
      space_.work().advance(1);
    }
  }

  void write_entries(int order, sorter<packed_ngram>& by_key, const quantiser& log10_probs,
                     const quantiser& log10_backoffs, sorter<placed_ngram>* by_rank) {
    const size_t number = static_cast<size_t>(order) - 2;
    const table_shape shape = layout_.tables[number].shape;
    file_.pad_to(layout_.tables[number].entries.offset);
    bit_writer entries(file_);
    bucket_starts buckets(shape);
    std::vector<uint32_t> implied;
    for (uint32_t place = 0; by_key.current() != nullptr; by_key.advance(), ++place) {
      const packed_ngram& ngram = *by_key.current();
      buckets.add(ngram.key[0] >> shape.remainder_bits());
      entries.put(ngram.key[0], shape.remainder_bits());
      if (header_.prob_bits == 0) {
        entries.put(std::bit_cast<uint32_t>(mark(ngram.log10_prob, ngram.extends_left)), 32);
      } else {
        entries.put(log10_probs.code(ngram.log10_prob) << 1 | ngram.extends_left, shape.prob_bits);
      }
      if (shape.backoff_bits > 0) put_backoff(entries, ngram.log10_backoff, log10_backoffs);
      if (ngram.implied) implied.push_back(place);
      if (by_rank != nullptr) by_rank->push({{ngram.rank}, place});
      space_.work().advance(1);
    }
    entries.finish();
    // Only now is it known how wide the starts are, and so where the rest stands.
    header_.start_bits[number + 1] = buckets.finish();
    layout_ = lay_out(header_);
    const table_sections& table = layout_.tables[number];
    buckets.write(file_, table.starts, table.shape);
    if (header_.prob_bits > 0) file_.write_section(table.log10_probs, log10_probs.centres());
    if (table.log10_backoffs.size > 0) {
      std::vector<float> centres{no_backoff};
      centres.insert(centres.end(), log10_backoffs.centres().begin(),
                     log10_backoffs.centres().end());
      file_.write_section(table.log10_backoffs, centres);
    }
    file_.write_section(table.implied, implied);
  }

  void put_backoff(bit_writer& entries, float log10_backoff,
                   const quantiser& log10_backoffs) const {
    if (header_.backoff_bits == 0) {
      entries.put(std::bit_cast<uint32_t>(log10_backoff), 32);
    } else {
      const uint32_t code = is_context(log10_backoff) ? log10_backoffs.code(log10_backoff) + 1 : 0;
      entries.put(code, header_.backoff_bits);
    }
  }

  const ngram_lists& lists_;
  workspace& space_;
  packed_header header_;
  packed_layout layout_;
  file_writer file_;
  spool<uint32_t> places_;  // of the n-grams of the order before, in their tables, by rank
};

}  // namespace

uint64_t write_packed(const ngram_lists& lists, const std::string& path,
                      const packing_options& options, workspace& space) {
  return packer(lists, path, options, space).run();
}

}  // namespace laconic

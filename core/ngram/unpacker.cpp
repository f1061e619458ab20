#include "unpacker.h"

#include "errors.h"
#include "ngram/key.h"
#include "storage/sorter.h"

namespace laconic {

namespace {

template <size_t Limbs>
struct unpacked_ngram {
  ngram_key<Limbs> key;
  float log10_prob, log10_backoff;
  bool implied;
};

template <size_t Limbs>
class unpacker {
 public:
  unpacker(const ngram_model& lm, ngram_lists& lists, workspace& space)
      : lm_(lm), lists_(lists), space_(space), layout_(lm.words()) {}

  void run() {
    for (uint32_t id = 0; id < lm_.words(); ++id) {
      ngram_key<Limbs> key{};
      layout_.put(key, 0, id);
      keys_.push_back(key);
    }
    store(1);
    for (int order = 2; order <= lm_.order(); ++order) {
      lengthen(order);
      store(order);
    }
  }

 private:
  // The keys of one order, by place, from those of the order before.
  void lengthen(int order) {
    const packed_table& table = lm_.table(order);
    const table_shape& shape = lm_.layout().tables[static_cast<size_t>(order) - 2].shape;
    std::vector<ngram_key<Limbs>> longer;
    longer.reserve(table.count());
    for (uint64_t bucket = 0; bucket < shape.buckets(); ++bucket) {
      const packed_table::bucket places = table.bucket_at(bucket);
      for (uint32_t place = places.first; place < places.last; ++place) {
        const uint64_t scrambled = bucket << shape.remainder_bits() | table.remainder(place);
        const uint64_t key = table.unmix(scrambled);
        const uint64_t ending = key >> shape.word_bits, word = key & low_mask(shape.word_bits);
        if (ending >= keys_.size() || word >= lm_.words() || place != longer.size()) {
          throw format_error("a corrupted table", "a language model packed by laconic");
        }
        longer.push_back(keys_[ending]);
        layout_.put(longer.back(), static_cast<size_t>(order) - 1, static_cast<uint32_t>(word));
      }
    }
    keys_.swap(longer);
  }

  void store(int order) {
    space_.work().begin("Unpacking", keys_.size());
    sorter<unpacked_ngram<Limbs>> sorted(space_);
    for (uint32_t place = 0; place < keys_.size(); ++place) {
      const ngram_node node = lm_.node_at(order, place);
      sorted.push(
          {keys_[place], node.log10_prob, node.log10_backoff, lm_.is_implied(order, place)});
      space_.work().advance(1);
    }
    sorted.sort();
    ngram_list& list = lists_.orders.emplace_back(order, space_);
    for (; sorted.current() != nullptr; sorted.advance()) {
      const unpacked_ngram<Limbs>& found = *sorted.current();
      ngram_entry entry{{}, found.log10_prob, found.log10_backoff, found.implied};
      for (size_t at = 0; at < static_cast<size_t>(order); ++at) {
        entry.words[at] = layout_.word(found.key, at);
      }
      list.push(entry);
    }
  }

  const ngram_model& lm_;
  ngram_lists& lists_;
  workspace& space_;
  key_layout layout_;
  std::vector<ngram_key<Limbs>> keys_;  // by place
};

}  // namespace

ngram_lists unpack(const ngram_model& lm, workspace& space) {
  ngram_lists lists;
  lists.normalisation = lm.normalisation();
  for (uint32_t id = 0; id < lm.words(); ++id) {
    if (lists.words.add(lm.text(id)) != id) {
      throw format_error("the same word twice", "a language model packed by laconic");
    }
  }
  with_limbs(key_layout(lm.words()).limbs(lm.order()),
             [&]<size_t Limbs>() { unpacker<Limbs>(lm, lists, space).run(); });
  return lists;
}

}  // namespace laconic

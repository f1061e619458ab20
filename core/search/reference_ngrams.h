// Values for n-grams of the target, up to three words, beside the language model's: a loss that
// counts n-grams which the reference does not have, for one.
//
// 1. Words are types: 0 is any that no listed n-gram holds. Each n-gram that is listed has a value,
//    all others of its length have another.
// 2. A string keeps its first two and last two types, and how many it has, up to two; of these only
//    what a listed n-gram can still use, so that more strings are alike.
// 3. At the root two starts stand before the string and one end after it; a unigram is only a word.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "hashing.h"

namespace laconic {

// From pairs or triples of types to a value; read often, filled once.
class ngram_table {
 public:
  void reserve(size_t count);
  void set(uint64_t key, double value);
  const double* find(uint64_t key) const {
    if (slots_.empty()) return nullptr;
    for (size_t at = hashing::finish(key) & mask_;; at = (at + 1) & mask_) {
      if (slots_[at].key == key) return &slots_[at].value;
      if (slots_[at].key == empty) return nullptr;
    }
  }

 private:
  static constexpr uint64_t empty = ~uint64_t{0};
  struct slot {
    uint64_t key = empty;
    double value = 0;
  };
  std::vector<slot> slots_;
  size_t mask_ = 0;
};

struct reference_state {
  std::array<uint16_t, 2> left{}, right{};  // right: newest first
  uint8_t length = 0;

  bool operator==(const reference_state&) const = default;
  uint64_t packed() const {
    return uint64_t{left[0]} | uint64_t{left[1]} << 15 | uint64_t{right[0]} << 30 |
           uint64_t{right[1]} << 45 | uint64_t{length} << 60;
  }
};

class reference_ngrams {
 public:
  static constexpr int32_t most_types = 1 << 15;

  reference_ngrams() = default;  // nothing has a value
  // `ngrams` are rows of `order` types, padded with -1 at the end; `others` has `order` values.
  // Throws std::invalid_argument if they are not.
  reference_ngrams(int order, std::span<const int32_t> ngrams, std::span<const double> values,
                   std::span<const double> others, int32_t start_type, int32_t end_type);

  int order() const { return order_; }
  bool has_type(int32_t type) const {
    return type >= 0 && (order_ == 0 || static_cast<size_t>(type) < unigrams_.size());
  }

  // What the n-grams that end in a word may be worth, for estimates: half of the time they are listed
  // ones, if any listed one ends so.
  double estimate(uint16_t type) const { return order_ > 0 ? estimates_[type] : 0.0; }

  // A string that grows to the right.
  class string {
   public:
    explicit string(const reference_ngrams& ngrams) : ngrams_(ngrams) {}
    void begin() {
      state_.length = static_cast<uint8_t>(ngrams_.room_);
      state_.right = {ngrams_.start_, ngrams_.start_};
    }
    void add_word(uint16_t type) {
      value_ += ngrams_.unigram(type);
      add_type(type);
    }
    void end() { add_type(ngrams_.end_); }
    void add_state(const reference_state& state);

    double value() const { return value_; }
    reference_state finish() const { return ngrams_.reduced(state_); }

   private:
    void add_type(uint16_t type) {
      const auto length = static_cast<uint8_t>(ngrams_.room_ > 0 ? 1 : 0);
      add_state({{type, 0}, {type, 0}, length});
    }
    const reference_ngrams& ngrams_;
    reference_state state_;
    double value_ = 0;
  };

 private:
  double unigram(uint16_t type) const { return order_ > 0 ? unigrams_[type] : 0.0; }
  double bigram(uint16_t first, uint16_t second) const;
  double trigram(uint16_t first, uint16_t second, uint16_t third) const;
  reference_state reduced(reference_state state) const;

  int order_ = 0;
  int room_ = 0;  // how many words of a string's edges matter
  uint16_t start_ = 0, end_ = 0;
  std::array<double, 3> others_{};
  std::vector<double> unigrams_, estimates_;
  ngram_table bigrams_, trigrams_, beginnings_, endings_;  // the last two: of trigrams
  struct roles {
    bool is_first = false, is_middle = false, is_last = false;
  };
  std::vector<roles> roles_;  // that a type has in bigrams and trigrams
};

}  // namespace laconic

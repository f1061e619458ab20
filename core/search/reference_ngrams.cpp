#include "search/reference_ngrams.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "search/chart.h"

namespace laconic {

namespace {

uint64_t key_of(uint16_t first, uint16_t second) { return uint64_t{first} << 16 | second; }
uint64_t key_of(uint16_t first, uint16_t second, uint16_t third) {
  return key_of(first, second) << 16 | third;
}

}  // namespace

void ngram_table::reserve(size_t count) {
  slots_.assign(std::bit_ceil(2 * count + 1), {});
  mask_ = slots_.size() - 1;
}

void ngram_table::set(uint64_t key, double value) {
  size_t at = hashing::finish(key) & mask_;
  while (slots_[at].key != empty && slots_[at].key != key) at = (at + 1) & mask_;
  slots_[at] = {key, value};
}

reference_ngrams::reference_ngrams(int order, std::span<const int32_t> ngrams,
                                   std::span<const double> values, std::span<const double> others,
                                   int32_t start_type, int32_t end_type)
    : order_(order), room_(std::max(0, order - 1)) {
  const auto row = static_cast<size_t>(order);
  if (order < 1 || order > 3 || others.size() != row || ngrams.size() != values.size() * row) {
    throw std::invalid_argument("n-grams have one to three words, and a value each");
  }
  const auto is_wrong = [](double value) { return !can_be_added(value); };
  if (std::any_of(values.begin(), values.end(), is_wrong) ||
      std::any_of(others.begin(), others.end(), is_wrong)) {
    throw std::invalid_argument("the value of an n-gram is not a finite number");
  }
  int32_t types = std::max(start_type, end_type) + 1;
  for (const int32_t type : ngrams) types = std::max(types, type + 1);
  if (start_type <= 0 || end_type <= 0 || types >= most_types) {
    throw std::invalid_argument("the types of n-grams are out of range");
  }
  start_ = static_cast<uint16_t>(start_type);
  end_ = static_cast<uint16_t>(end_type);
  std::copy(others.begin(), others.end(), others_.begin());
  unigrams_.assign(static_cast<size_t>(types), others_[0]);
  roles_.assign(static_cast<size_t>(types), {});
  for (ngram_table* table : {&bigrams_, &trigrams_, &beginnings_, &endings_}) {
    table->reserve(values.size());
  }
  std::array<std::vector<double>, 3> sums, counts;  // of listed n-grams by length and last type
  for (size_t length = 1; length < row; ++length) {
    sums[length].assign(unigrams_.size(), 0);
    counts[length].assign(unigrams_.size(), 0);
  }
  for (size_t at = 0; at < values.size(); ++at) {
    const auto ngram = ngrams.subspan(at * row, row);
    size_t length = 0;
    while (length < row && ngram[length] >= 0) ++length;
    if (length == 0 || std::count(ngram.begin(), ngram.end(), 0) > 0) {
      throw std::invalid_argument("an n-gram holds a type that stands for any other");
    }
    std::array<uint16_t, 3> type{};
    for (size_t word = 0; word < length; ++word) type[word] = static_cast<uint16_t>(ngram[word]);
    if (length == 1) unigrams_[type[0]] = values[at];
    if (length < 2) continue;
    sums[length - 1][type[length - 1]] += values[at];
    ++counts[length - 1][type[length - 1]];
    roles_[type[0]].is_first = true;
    roles_[type[length - 1]].is_last = true;
    if (length == 3) roles_[type[1]].is_middle = true;
    if (length == 2) {
      bigrams_.set(key_of(type[0], type[1]), values[at]);
    } else {
      trigrams_.set(key_of(type[0], type[1], type[2]), values[at]);
      beginnings_.set(key_of(type[0], type[1]), 0);
      endings_.set(key_of(type[1], type[2]), 0);
    }
  }
  estimates_ = unigrams_;
  for (size_t length = 1; length < row; ++length) {
    for (size_t type = 0; type < estimates_.size(); ++type) {
      const double listed =
          counts[length][type] > 0 ? sums[length][type] / counts[length][type] : others_[length];
      estimates_[type] += 0.5 * (listed + others_[length]);
    }
  }
}

double reference_ngrams::bigram(uint16_t first, uint16_t second) const {
  const double* found = first && second ? bigrams_.find(key_of(first, second)) : nullptr;
  return found ? *found : others_[1];
}

double reference_ngrams::trigram(uint16_t first, uint16_t second, uint16_t third) const {
  const double* found =
      first && second && third ? trigrams_.find(key_of(first, second, third)) : nullptr;
  return found ? *found : others_[2];
}

void reference_ngrams::string::add_state(const reference_state& other) {
  const int before = state_.length, after = other.length, room = ngrams_.room_;
  if (room == 0) return;
  if (before >= 1) value_ += ngrams_.bigram(state_.right[0], other.left[0]);
  if (room == 2) {
    if (before >= 2) {
      value_ += ngrams_.trigram(state_.right[1], state_.right[0], other.left[0]);
    }
    if (before >= 1 && after >= 2) {
      value_ += ngrams_.trigram(state_.right[0], other.left[0], other.left[1]);
    }
  }
  if (before == 0) {
    state_.left = other.left;
  } else if (before < room) {
    state_.left[1] = other.left[0];
  }
  if (after < room && before >= 1) {
    state_.right = {other.right[0], state_.right[0]};
  } else {
    state_.right = other.right;
  }
  state_.length = static_cast<uint8_t>(std::min(before + after, room));
}

// A lone word can become the middle of a trigram; an edge word of a longer string only with its
// neighbour.
reference_state reference_ngrams::reduced(reference_state state) const {
  const bool two = state.length >= 2;
  if (!two || !endings_.find(key_of(state.left[0], state.left[1]))) state.left[1] = 0;
  if (!two || !beginnings_.find(key_of(state.right[1], state.right[0]))) state.right[1] = 0;
  const roles &left = roles_[state.left[0]], &right = roles_[state.right[0]];
  if (!left.is_last && !state.left[1] && (two || !left.is_middle)) state.left[0] = 0;
  if (!right.is_first && !state.right[1] && (two || !right.is_middle)) state.right[0] = 0;
  return state;
}

}  // namespace laconic

#include "forest/rule_index.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <stdexcept>

namespace laconic {

namespace {

void require(bool right, const char* wrong) {
  if (!right) throw std::invalid_argument(wrong);
}

template <class Number>
bool are_starts(std::span<const Number> starts, size_t rows, size_t values) {
  return starts.size() == rows + 1 && starts.front() == 0 && starts.back() == values &&
         std::is_sorted(starts.begin(), starts.end());
}

}  // namespace

void rule_index::check() const {
  require(!text_starts.empty(), "there are no texts");
  const size_t states = symbols.size(), count = rules();
  require(states > 0 && first_children.size() == states + 1, "the trie has no root");
  require(first_children.front() == 1 && first_children.back() == states &&
              std::is_sorted(first_children.begin(), first_children.end()),
          "the states of the trie are not in order");
  for (size_t state = 0; state < states; ++state) {
    require(first_children[state] > state, "a state of the trie comes before its parent");
  }
  require(are_starts(text_starts, count, texts.size()), "the texts of rules are not in order");
  for (uint32_t rule = 1; rule < count; ++rule) {
    require(text(rule - 1) < text(rule), "the rules are not sorted by text");
  }
  require(labels >= 0 && labels < most_labels && words >= 0, "the vocabulary is too large");
  require(are_starts(first_programs, states, programs.size()), "the programs are not in order");
  for (size_t state = 0; state < states; ++state) {
    uint32_t place = first_programs[state];
    const uint32_t last = first_programs[state + 1];
    while (place < last) {
      require(
          last - place >= program_heading && programs[place + 3] > 0 &&
              static_cast<uint32_t>(programs[place + 3]) <= (last - place - program_heading) / 2,
          "a program is cut short");
      check_program(read_program(place));
    }
  }
}

void rule_index::check_program(const rule_program& program) const {
  require(program.rule < rules(), "the trie names an unknown rule");
  require(program.head_label >= 0 && program.head_label < labels, "a rule names an unknown label");
  for (size_t item = 0; item < program.items.size(); item += 2) {
    const int32_t label = program.items[item], value = program.items[item + 1];
    require(label >= new_word_item && label < labels && value >= 0,
            "a rule names an unknown label");
    require(label != new_word_item || value < words, "a rule names an unknown word");
  }
}

namespace {

// The first of sorted symbols that is not less than one that is expected near their start: looks two,
// four, eight places ahead, so that memory far away is not touched.
template <class Iterator, class Less>
Iterator gallop(Iterator first, Iterator last, uint64_t symbol, Less less) {
  ptrdiff_t step = 1;
  while (step < last - first && less(first[step], symbol)) step *= 2;
  return std::lower_bound(first + step / 2, first + std::min<ptrdiff_t>(step + 1, last - first),
                          symbol, less);
}

}  // namespace

// In a state there are few variables, which come first, and few nodes, which come last; between them
// there may be thousands of words.
uint32_t rule_index::child(uint32_t state, uint64_t symbol) const {
  const uint64_t* const first = symbols.data() + first_children[state];
  const uint64_t* const last = symbols.data() + first_children[state + 1];
  const uint64_t* found = last;
  if (symbol >= node_symbol(0, 0)) {
    const auto place =
        gallop(std::reverse_iterator(last), std::reverse_iterator(first), symbol, std::greater<>());
    if (place != std::reverse_iterator(first)) found = &*place;
  } else if (symbol < word_symbol(0, 0)) {
    found = gallop(first, last, symbol, std::less<>());
  } else {
    found = std::lower_bound(first, last, symbol);
  }
  if (found == last || *found != symbol) return no_state;
  return static_cast<uint32_t>(found - symbols.data());
}

}  // namespace laconic

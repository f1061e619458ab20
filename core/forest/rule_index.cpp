#include "forest/rule_index.h"

#include <algorithm>
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
  const size_t states = symbols.size(), count = rules();
  require(states > 0 && first_children.size() == states + 1, "the trie has no root");
  require(first_children.front() == 1 && first_children.back() == states &&
              std::is_sorted(first_children.begin(), first_children.end()),
          "the states of the trie are not in order");
  for (size_t state = 0; state < states; ++state) {
    require(first_children[state] > state, "a state of the trie comes before its parent");
  }
  require(are_starts(first_rules, states, count) && rules_at.size() == count,
          "the trie and the rules differ in size");
  for (const uint32_t rule : rules_at) require(rule < count, "the trie names an unknown rule");
  require(item_labels.size() == item_values.size() &&
              are_starts(first_items, count, item_labels.size()),
          "the items of rules are not in order");
  require(origins.size() == count && are_starts(text_starts, count, texts.size()),
          "the texts of rules are not in order");
  for (uint32_t rule = 1; rule < count; ++rule) {
    require(text(rule - 1) < text(rule), "the rules are not sorted by text");
  }
  require(labels >= 0 && labels < most_labels && words >= 0, "the vocabulary is too large");
  for (const int32_t label : head_labels) {
    require(label >= 0 && label < labels, "a rule names an unknown label");
  }
  for (size_t item = 0; item < item_labels.size(); ++item) {
    require(
        item_labels[item] >= new_word_item && item_labels[item] < labels && item_values[item] >= 0,
        "a rule names an unknown label");
    require(item_labels[item] != new_word_item || item_values[item] < words,
            "a rule names an unknown word");
  }
}

uint32_t rule_index::child(uint32_t state, uint64_t symbol) const {
  const auto first = symbols.begin() + first_children[state];
  const auto last = symbols.begin() + first_children[state + 1];
  const auto found = std::lower_bound(first, last, symbol);
  if (found == last || *found != symbol) return no_state;
  return static_cast<uint32_t>(found - symbols.begin());
}

}  // namespace laconic

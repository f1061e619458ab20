// Rules ready to be matched: a trie over their source sides, and what each does with a match.
//
// The arrays belong to somebody else, most often a mapped file; they are checked once.
//
// 1. A source side is read in pre-order, a symbol for each node: a variable (its label), a node with
//    children (label and count), or a word (label and word). No source side begins another.
// 2. The trie's states are numbered by level, so the children of a state are neighbours, sorted by
//    symbol: those of state s are first_children[s] .. first_children[s + 1] - 1. A state without
//    children is a whole source side; its rules are rules_at[first_rules[s] ..].
// 3. The items of a rule are the leaves of its target side: a variable (label >= 0, and which
//    variable of the source), a word of the source (label -1, and which one), or a new word
//    (label -2, and its id).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace laconic {

constexpr int32_t source_word_item = -1;
constexpr int32_t new_word_item = -2;

constexpr uint64_t variable_symbol(int32_t label) { return static_cast<uint32_t>(label); }
constexpr uint64_t node_symbol(int32_t label, int32_t children) {
  return uint64_t{1} << 63 | uint64_t{static_cast<uint32_t>(label)} << 32 |
         static_cast<uint32_t>(children);
}
constexpr uint64_t word_symbol(int32_t label, int32_t word) {
  return uint64_t{1} << 62 | uint64_t{static_cast<uint32_t>(label)} << 32 |
         static_cast<uint32_t>(word);
}
constexpr int32_t most_labels = 1 << 30;

struct rule_index {
  std::span<const uint64_t> symbols;
  std::span<const uint32_t> first_children;
  std::span<const uint32_t> first_rules;
  std::span<const uint32_t> rules_at;
  std::span<const int32_t> head_labels;
  std::span<const uint32_t> first_items;
  std::span<const int32_t> item_labels;
  std::span<const int32_t> item_values;
  std::span<const uint8_t> origins;
  std::span<const uint64_t> text_starts;
  std::span<const char> texts;
  int32_t labels = 0;  // how many there are
  int32_t words = 0;

  size_t rules() const { return head_labels.size(); }
  // Throws std::invalid_argument if following the arrays could lead outside of them.
  void check() const;

  static constexpr uint32_t no_state = 0;
  // The child of a state along a symbol; `no_state` if there is none.
  uint32_t child(uint32_t state, uint64_t symbol) const;
  bool is_whole(uint32_t state) const { return first_children[state] == first_children[state + 1]; }
  std::span<const uint32_t> rules_of(uint32_t state) const {
    return rules_at.subspan(first_rules[state], first_rules[state + 1] - first_rules[state]);
  }
  std::string_view text(uint32_t rule) const {
    return {texts.data() + text_starts[rule], text_starts[rule + 1] - text_starts[rule]};
  }
};

}  // namespace laconic

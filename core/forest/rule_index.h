// Rules ready to be matched: a trie over their source sides, and what each does with a match.
//
// The arrays belong to somebody else, most often a mapped file; they are checked once.
//
// 1. A source side is read in pre-order, a symbol for each node: a variable (its label), a node with
//    children (label and count), or a word (label and word). No source side begins another.
// 2. The trie's states are numbered by level, so the children of a state are neighbours, sorted by
//    symbol: those of state s are first_children[s] .. first_children[s + 1] - 1.
// 3. A state without children is a whole source side. What its rules do stands in one piece, from
//    programs[first_programs[s]] on, so that a match reads memory in a row. For each rule: its id,
//    the label of its target side, its origins, the number of its items, and the items: the leaves
//    of the target side from left to right, two numbers each. They are a variable (label >= 0, and
//    which variable of the source), a word of the source (label -1, and which one), or a new word
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

// One rule of a program.
struct rule_program {
  uint32_t rule;
  int32_t head_label;
  uint8_t origin;
  std::span<const int32_t> items;  // pairs of label and value
};

struct rule_index {
  std::span<const uint64_t> symbols;
  std::span<const uint32_t> first_children;
  std::span<const uint32_t> first_programs;
  std::span<const int32_t> programs;
  std::span<const uint64_t> text_starts;
  std::span<const char> texts;
  int32_t labels = 0;  // how many there are
  int32_t words = 0;

  size_t rules() const { return text_starts.size() - 1; }
  // Throws std::invalid_argument if following the arrays could lead outside of them.
  void check() const;

  static constexpr uint32_t no_state = 0;
  // The child of a state along a symbol; `no_state` if there is none.
  uint32_t child(uint32_t state, uint64_t symbol) const;
  bool is_whole(uint32_t state) const { return first_children[state] == first_children[state + 1]; }
  // The rule whose program starts at a place, which becomes that of the next one.
  rule_program read_program(uint32_t& place) const {
    const int32_t* const start = programs.data() + place;
    const auto size = static_cast<size_t>(start[3]) * 2;
    place += program_heading + static_cast<uint32_t>(size);
    return {static_cast<uint32_t>(start[0]),
            start[1],
            static_cast<uint8_t>(start[2]),
            {start + program_heading, size}};
  }
  static constexpr uint32_t program_heading = 4;
  std::string_view text(uint32_t rule) const {
    return {texts.data() + text_starts[rule], text_starts[rule + 1] - text_starts[rule]};
  }

 private:
  void check_program(const rule_program& program) const;
};

}  // namespace laconic

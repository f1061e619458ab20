// Finds every rule that applies somewhere in a tree, and makes a forest of what leads to a whole
// target.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "forest/forest.h"
#include "forest/rule_index.h"
#include "forest/source_tree.h"

namespace laconic {

// Rules made for the tree itself, node after node in pre-order. A node has a number of rules, then
// for each: its origin, its form, the size of its text, how many children it keeps, which these are.
// The rules of a node are in the order of their texts, which stand one after the other.
struct made_rules {
  std::span<const int32_t> codes;
  std::string_view texts;
};

// What a made rule does with its node: keeps some children under it, keeps one child in its place,
// or repeats its word.
enum made_form : int32_t { keep_under = 0, keep_alone = 1, keep_word = 2 };

// All rules of some indexes, whose ids follow each other, and the made ones. A rule that several of
// them hold is one edge with all their origins.
forest match(std::span<const rule_index* const> indexes, const source_tree& tree,
             const made_rules& made, int32_t root_label);

}  // namespace laconic

// Finds every rule that applies somewhere in a tree, and makes a forest of what leads to a whole
// target.
#pragma once

#include <cstdint>
#include <span>

#include "forest/forest.h"
#include "forest/made_rules.h"
#include "forest/rule_index.h"
#include "forest/source_tree.h"

namespace laconic {

// All rules of some indexes, whose ids follow each other, and the made ones. A rule that several of
// them hold is one edge with all their origins.
forest match(std::span<const rule_index* const> indexes, const source_tree& tree,
             const made_rules& made, int32_t root_label);

}  // namespace laconic

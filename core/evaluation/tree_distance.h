// The edit distance of two ordered trees: the fewest insertions, deletions and relabellings of nodes
// that make one of them the other (Zhang and Shasha, 1989).
//
// 1. Nodes are numbered in post-order, so the tree under a node is a range of numbers that ends in it.
// 2. A keyroot is the root, or a node that is not the first child. Every node is on the path of
//    first children that goes down from one keyroot.
// 3. For each pair of keyroots, in order, a table is filled with the distances between all prefixes
//    of their two ranges, each of them a forest. Where both prefixes are whole trees, which are
//    those of nodes on the two paths, the distance is kept as that of a pair of nodes.
// 4. The last node of a prefix is deleted, inserted, or paired with the last of the other. When
//    paired, either both prefixes are whole trees, and the rest is the prefixes one shorter; or the
//    distance of the pair of trees is known from smaller keyroots.
// 5. Trees can be read from the right as well: distances are the same, keyroots are the nodes that
//    are not the last child. Trees of English lean to the right: this way takes 2.5 times fewer
//    steps (cells filled). How many either way takes is known beforehand; the cheaper is taken.
#pragma once

#include <cstdint>
#include <span>

namespace laconic {

// Nodes in pre-order; nodes are alike if their names are equal.
struct named_tree {
  std::span<const int32_t> names;
  std::span<const int32_t> child_counts;
};

// Steps are never fewer than the product of the two numbers of nodes, so the limit bounds memory,
// too: some 8 bytes a step. Throws std::invalid_argument if it does not suffice, or if the counts do not
// make one tree.
uint32_t tree_distance(const named_tree& one, const named_tree& two, uint64_t max_steps);

}  // namespace laconic

// The tree of a source sentence as it crosses from Python: its nodes in pre-order, flat.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace laconic {

struct source_tree {
  // Throws std::invalid_argument if the counts do not make one tree.
  source_tree(std::span<const int32_t> label_ids, std::span<const int32_t> child_counts,
              std::span<const int32_t> word_ids);

  int32_t size() const { return static_cast<int32_t>(labels.size()); }
  int32_t tokens() const { return stops[0]; }
  bool is_preterminal(int32_t node) const { return child_counts[at(node)] == 0; }
  static size_t at(int32_t node) { return static_cast<size_t>(node); }

  std::span<const int32_t> labels;
  std::span<const int32_t> child_counts;
  std::span<const int32_t> words;  // of preterminals; negative: unknown to the grammar
  std::vector<int32_t> ends;       // node i spans the nodes i .. ends[i] - 1
  std::vector<int32_t> starts;     // and the tokens starts[i] .. stops[i] - 1
  std::vector<int32_t> stops;
  std::vector<int32_t> postorder;
};

}  // namespace laconic

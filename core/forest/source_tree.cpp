#include "forest/source_tree.h"

#include <stdexcept>

namespace laconic {

source_tree::source_tree(std::span<const int32_t> label_ids, std::span<const int32_t> counts,
                         std::span<const int32_t> word_ids)
    : labels(label_ids), child_counts(counts), words(word_ids) {
  const size_t size = labels.size();
  if (size == 0 || counts.size() != size || word_ids.size() != size) {
    throw std::invalid_argument("a tree needs a label, a child count and a word for each node");
  }
  starts.resize(size);
  stops.resize(size);
  ends.resize(size);
  postorder.reserve(size);
  std::vector<int32_t> open;     // ancestors of the next node that still lack children
  std::vector<int32_t> missing;  // how many each lacks
  int32_t tokens = 0;
  for (size_t node = 0; node < size; ++node) {
    if (node > 0 && open.empty()) throw std::invalid_argument("the nodes make several trees");
    if (counts[node] < 0 || labels[node] < 0) throw std::invalid_argument("a negative number");
    starts[node] = tokens;
    open.push_back(static_cast<int32_t>(node));
    missing.push_back(counts[node]);
    tokens += counts[node] == 0;
    while (!open.empty() && missing.back() == 0) {
      const int32_t closed = open.back();
      ends[at(closed)] = static_cast<int32_t>(node) + 1;
      stops[at(closed)] = tokens;
      postorder.push_back(closed);
      open.pop_back();
      missing.pop_back();
      if (!missing.empty()) --missing.back();
    }
  }
  if (!open.empty()) throw std::invalid_argument("the tree lacks nodes");
}

}  // namespace laconic

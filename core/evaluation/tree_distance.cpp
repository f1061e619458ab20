#include "evaluation/tree_distance.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace laconic {

namespace {

constexpr uint64_t most_steps = std::numeric_limits<uint64_t>::max();

// How many nodes are under each, itself included.
std::vector<uint32_t> subtree_sizes(const named_tree& tree) {
  const size_t nodes = tree.names.size();
  if (nodes == 0 || tree.child_counts.size() != nodes) {
    throw std::invalid_argument("a tree needs a name and a child count for each node");
  }
  if (nodes > std::numeric_limits<int32_t>::max()) throw std::invalid_argument("too many nodes");
  std::vector<uint32_t> sizes(nodes);
  std::vector<uint32_t> roots;  // sizes of the trees that follow and have no parent yet
  for (size_t node = nodes; node-- > 0;) {
    const int32_t count = tree.child_counts[node];
    if (count < 0) throw std::invalid_argument("a negative number of children");
    if (static_cast<size_t>(count) > roots.size()) {
      throw std::invalid_argument("the tree lacks nodes");
    }
    sizes[node] = 1;
    for (int32_t child = 0; child < count; ++child) {
      sizes[node] += roots.back();
      roots.pop_back();
    }
    roots.push_back(sizes[node]);
  }
  if (roots.size() != 1) throw std::invalid_argument("the nodes make several trees");
  return sizes;
}

// A tree in post-order, read from one side.
struct ordered_tree {
  std::vector<int32_t> names;
  std::vector<uint32_t> firsts;    // the tree under node i is the nodes firsts[i] .. i
  std::vector<uint32_t> keyroots;  // in ascending order
  uint64_t covered = 0;            // nodes under all keyroots, counted once for each

  size_t size() const { return names.size(); }

  void add(int32_t name, uint32_t nodes_under) {
    names.push_back(name);
    firsts.push_back(static_cast<uint32_t>(names.size()) - nodes_under);
  }

  // Of the nodes whose trees begin at the same node, the last is a keyroot.
  void find_keyroots() {
    std::vector<bool> begun(size(), false);
    for (uint32_t node = static_cast<uint32_t>(size()); node-- > 0;) {
      if (begun[firsts[node]]) continue;
      begun[firsts[node]] = true;
      keyroots.push_back(node);
      covered += node - firsts[node] + 1;
    }
    std::reverse(keyroots.begin(), keyroots.end());
  }
};

ordered_tree read_from_left(const named_tree& tree, const std::vector<uint32_t>& sizes) {
  ordered_tree ordered;
  std::vector<size_t> open;
  const auto close = [&] {
    ordered.add(tree.names[open.back()], sizes[open.back()]);
    open.pop_back();
  };
  for (size_t node = 0; node < sizes.size(); ++node) {
    while (!open.empty() && open.back() + sizes[open.back()] <= node) close();
    open.push_back(node);
  }
  while (!open.empty()) close();
  ordered.find_keyroots();
  return ordered;
}

// Pre-order backwards is post-order from the right.
ordered_tree read_from_right(const named_tree& tree, const std::vector<uint32_t>& sizes) {
  ordered_tree ordered;
  for (size_t node = sizes.size(); node-- > 0;) ordered.add(tree.names[node], sizes[node]);
  ordered.find_keyroots();
  return ordered;
}

struct ordered_pair {
  ordered_tree one, two;

  uint64_t steps() const {
    return one.covered > most_steps / two.covered ? most_steps : one.covered * two.covered;
  }
};

ordered_pair read_cheaply(const named_tree& one, const named_tree& two) {
  const std::vector<uint32_t> one_sizes = subtree_sizes(one), two_sizes = subtree_sizes(two);
  ordered_pair left{read_from_left(one, one_sizes), read_from_left(two, two_sizes)};
  ordered_pair right{read_from_right(one, one_sizes), read_from_right(two, two_sizes)};
  return left.steps() < right.steps() ? std::move(left) : std::move(right);
}

class distance_tables {
 public:
  explicit distance_tables(const ordered_pair& pair)
      : one_(pair.one),
        two_(pair.two),
        trees_(one_.size() * two_.size()),
        prefixes_((one_.size() + 1) * (two_.size() + 1)) {}

  uint32_t fill() {
    for (const uint32_t one : one_.keyroots) {
      for (const uint32_t two : two_.keyroots) fill_keyroots(one, two);
    }
    return trees_.back();
  }

 private:
  // Cell (r, c) is the distance between the first r nodes under `one` and the first c under `two`.
  void fill_keyroots(uint32_t one, uint32_t two) {
    const uint32_t rows = one - one_.firsts[one] + 1;
    width_ = two - two_.firsts[two] + 2;
    for (uint32_t column = 0; column < width_; ++column) prefixes_[column] = column;
    for (uint32_t row = 1; row <= rows; ++row) {
      fill_row(row, one_.firsts[one], two_.firsts[two]);
    }
  }

  void fill_row(uint32_t row, uint32_t one_first, uint32_t two_first) {
    const uint32_t node = one_first + row - 1;
    const uint32_t before = one_.firsts[node] - one_first;  // nodes before the tree of this one
    uint32_t* const here = &prefixes_[row * size_t{width_}];
    const uint32_t* const above = here - width_;
    const uint32_t* const apart = &prefixes_[before * size_t{width_}];
    uint32_t* const trees = &trees_[node * two_.size() + two_first];
    const uint32_t* const firsts = &two_.firsts[two_first];
    const int32_t* const names = &two_.names[two_first];
    here[0] = row;
    for (uint32_t column = 1; column < width_; ++column) {
      const uint32_t other = column - 1;
      const uint32_t other_before = firsts[other] - two_first;
      const uint32_t unpaired = std::min(above[column], here[other]) + 1;
      if (before == 0 && other_before == 0) {
        const uint32_t relabelled = one_.names[node] != names[other];
        here[column] = std::min(unpaired, above[other] + relabelled);
        trees[other] = here[column];
      } else {
        here[column] = std::min(unpaired, apart[other_before] + trees[other]);
      }
    }
  }

  const ordered_tree &one_, &two_;
  std::vector<uint32_t> trees_;     // distances of the trees under pairs of nodes
  std::vector<uint32_t> prefixes_;  // the table of the keyroots at hand
  uint32_t width_ = 0;              // of its rows
};

}  // namespace

uint32_t tree_distance(const named_tree& one, const named_tree& two, uint64_t max_steps) {
  const ordered_pair pair = read_cheaply(one, two);
  if (pair.steps() > max_steps) {
    throw std::invalid_argument("trees of " + std::to_string(pair.one.size()) + " and " +
                                std::to_string(pair.two.size()) + " nodes take " +
                                std::to_string(pair.steps()) + " steps to compare; the limit is " +
                                std::to_string(max_steps));
  }
  return distance_tables(pair).fill();
}

}  // namespace laconic

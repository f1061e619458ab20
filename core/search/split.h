// Which values of a first count the tails of an edge can have together, when each value has a cell
// of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "search/chart.h"

namespace laconic {

// One cell for each tail of an edge; what comes out of it has the given count.
struct cell_choice {
  uint64_t count;
  uint32_t edge;
  uint32_t first_cell;  // in `chosen`
};

// Lists choices of cells. Where there are more than `most` for one count of one edge, the best by
// the scores of their best items stay: a flat node would otherwise have too many.
class cell_chooser {
 public:
  cell_chooser(const chart& found, size_t most) : chart_(found), most_(most) {}

  std::vector<uint32_t> chosen;
  std::vector<cell_choice> choices;

  void clear() {
    chosen.clear();
    choices.clear();
  }

  void add_edge(uint32_t edge, uint64_t own_count, std::span<const int32_t> tails,
                uint64_t greatest) {
    partials_.assign(1, {own_count, 0.0, 0, 0});
    size_t first = 0;
    for (const int32_t tail : tails) {
      const size_t last = partials_.size();
      for (size_t at = first; at < last; ++at) {
        for (uint32_t number = chart_.vertex_cells[static_cast<size_t>(tail)];
             number < chart_.vertex_cells[static_cast<size_t>(tail) + 1]; ++number) {
          const cell& one = chart_.cells[number];
          const uint64_t count = partials_[at].count + one.count;
          if (count > greatest) continue;
          partials_.push_back({count, partials_[at].key + chart_.items[one.first].key,
                               static_cast<uint32_t>(at), number});
        }
      }
      first = last;
      keep_best(first);
    }
    for (size_t at = first; at < partials_.size(); ++at) {
      choices.push_back({partials_[at].count, edge, static_cast<uint32_t>(chosen.size())});
      chosen.resize(chosen.size() + tails.size());
      size_t place = chosen.size(), part = at;
      for (size_t left = tails.size(); left > 0; --left, part = partials_[part].before) {
        chosen[--place] = partials_[part].cell;
      }
    }
  }

 private:
  struct partial {
    uint64_t count;
    double key;
    uint32_t before;
    uint32_t cell;
  };

  // Of the partial choices from `first` on, at most so many for each count.
  void keep_best(size_t first) {
    if (partials_.size() - first <= most_) return;
    const auto from = partials_.begin() + static_cast<ptrdiff_t>(first);
    std::stable_sort(from, partials_.end(), [](const partial& one, const partial& other) {
      return one.count != other.count ? one.count < other.count : one.key > other.key;
    });
    size_t kept = first, taken = 0;
    for (size_t at = first; at < partials_.size(); ++at) {
      taken = at > first && partials_[at].count == partials_[kept - 1].count ? taken + 1 : 1;
      if (taken <= most_) partials_[kept++] = partials_[at];
    }
    partials_.resize(kept);
  }

  const chart& chart_;
  size_t most_;
  std::vector<partial> partials_;
};

}  // namespace laconic

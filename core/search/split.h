// Which values of a first count the tails of an edge can have together, when each value has a cell
// of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "search/chart.h"
#include "search/watch.h"

namespace laconic {

// One cell for each tail of an edge; what comes out of it has the given count.
struct cell_choice {
  uint64_t count;
  uint32_t edge;
  uint32_t first_cell;  // in `chosen`
};

// Lists choices of cells. Where there are more than `most` for one count of one edge, the best by
// the scores of their best items stay: a flat node would otherwise have too many. Once a limit is
// reached, one for each count is enough.
class cell_chooser {
 public:
  cell_chooser(const chart& found, watch& limits, size_t most)
      : chart_(found), watch_(limits), most_(most) {}

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
        extend(at, static_cast<size_t>(tail), greatest);
        if (watch_.is_over(bytes()) && partials_.size() - last > many) keep_best(last, 1);
      }
      first = last;
      keep_best(first, watch_.is_over(bytes()) ? 1 : most_);
    }
    for (size_t at = first; at < partials_.size(); ++at) add_choice(edge, at, tails.size());
  }

 private:
  struct partial {
    uint64_t count;
    double key;
    uint32_t before;
    uint32_t cell;
  };

  static constexpr size_t many = 65536;

  uint64_t bytes() const {
    return partials_.size() * sizeof(partial) + chosen.size() * sizeof(uint32_t) +
           choices.size() * sizeof(cell_choice);
  }

  void extend(size_t at, size_t tail, uint64_t greatest) {
    for (uint32_t number = chart_.vertex_cells[tail]; number < chart_.vertex_cells[tail + 1];
         ++number) {
      const cell& one = chart_.cells[number];
      const partial& before = partials_[at];
      const uint64_t count = before.count + one.count;
      if (count > greatest) continue;
      const double key = before.key + chart_.items[one.first].key;
      partials_.push_back({count, key, static_cast<uint32_t>(at), number});
    }
  }

  void add_choice(uint32_t edge, size_t at, size_t tails) {
    choices.push_back({partials_[at].count, edge, static_cast<uint32_t>(chosen.size())});
    chosen.resize(chosen.size() + tails);
    size_t place = chosen.size();
    for (size_t left = tails; left > 0; --left, at = partials_[at].before) {
      chosen[--place] = partials_[at].cell;
    }
  }

  // Of the partial choices from `first` on, at most so many for each count: the best, and of equals
  // the first.
  void keep_best(size_t first, size_t most) {
    if (partials_.size() - first <= most) return;
    by_count_.clear();
    for (size_t at = first; at < partials_.size(); ++at) {
      const auto count = static_cast<size_t>(partials_[at].count);
      if (count >= by_count_.size()) by_count_.resize(count + 1);
      by_count_[count].push_back(partials_[at]);
    }
    partials_.resize(first);
    for (std::vector<partial>& same : by_count_) {
      if (same.size() > most) {
        std::nth_element(same.begin(), same.begin() + static_cast<ptrdiff_t>(most), same.end(),
                         [](const partial& one, const partial& other) {
                           if (one.key != other.key) return one.key > other.key;
                           return one.before != other.before ? one.before < other.before
                                                             : one.cell < other.cell;
                         });
        same.resize(most);
        std::sort(same.begin(), same.end(), [](const partial& one, const partial& other) {
          return one.before != other.before ? one.before < other.before : one.cell < other.cell;
        });
      }
      partials_.insert(partials_.end(), same.begin(), same.end());
    }
  }

  const chart& chart_;
  watch& watch_;
  size_t most_;
  std::vector<partial> partials_;
  std::vector<std::vector<partial>> by_count_;
};

}  // namespace laconic

// The candidates of the cell at hand: edges with one item for each tail, visited best first or all.
//
// 1. A cube is an edge with a cell for each tail. A candidate of it has a rank for each tail: which
//    item of the cell.
// 2. Each candidate is reached once: from the one before it in its last rank that is not 0.
// 3. Estimates alone decide the order, so many candidates can be taken before the first is scored.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "search/chart.h"

namespace laconic {

struct candidate {
  double estimate;
  double score;  // the estimate but for what the stratum is worth
  uint32_t cube;
  uint32_t first_rank;
};

class candidates {
 public:
  candidates(const forest& whole, const chart& found, const std::vector<double>& item_scores)
      : forest_(whole), chart_(found), item_scores_(item_scores) {}

  std::vector<uint32_t> cells;  // what cubes are made of; set before `add_cube`

  void clear() {
    cubes_.clear();
    heap_.clear();
    ranks_.clear();
  }
  void add_cube(uint32_t edge, uint32_t first_cell) { cubes_.push_back({edge, first_cell}); }

  uint32_t edge_of(const candidate& one) const { return cubes_[one.cube].edge; }
  size_t tails_of(const candidate& one) const { return tail_count(cubes_[one.cube]); }
  // The item that stands for a tail.
  uint32_t item_of(const candidate& one, size_t tail) const {
    return cell_of(cubes_[one.cube], tail).first + ranks_[one.first_rank + tail];
  }

  uint64_t bytes() const {
    return heap_.size() * sizeof(candidate) +
           (ranks_.size() + cells.size() + 2 * cubes_.size()) * sizeof(uint32_t);
  }

  // Best first. `own` are estimates of edges; `worth` says what the stratum of a candidate is worth.
  template <class Worth>
  void start(std::span<const double> own, Worth worth) {
    for (uint32_t number = 0; number < cubes_.size(); ++number) {
      const cube& one = cubes_[number];
      const size_t tails = tail_count(one);
      double score = own[one.edge];
      for (size_t tail = 0; tail < tails; ++tail) score += item_scores_[cell_of(one, tail).first];
      candidate first{score, score, number, static_cast<uint32_t>(ranks_.size())};
      ranks_.resize(ranks_.size() + tails, 0);
      first.estimate += worth(first);
      heap_.push_back(first);
    }
    std::make_heap(heap_.begin(), heap_.end(), comes_later());
  }
  bool is_done() const { return heap_.empty(); }
  template <class Worth>
  candidate take(Worth worth) {
    std::pop_heap(heap_.begin(), heap_.end(), comes_later());
    const candidate best = heap_.back();
    heap_.pop_back();
    add_successors(best, worth);
    return best;
  }

  // All, in any order: calls `visit` with batches of up to `at_once` as long as it answers true.
  template <class Visit>
  void visit_all(size_t at_once, Visit visit) {
    std::vector<candidate> batch;
    std::vector<uint32_t> ranks;
    const auto flush = [&] {
      const bool goes_on = visit(batch);
      batch.clear();
      ranks_.clear();
      return goes_on;
    };
    for (uint32_t number = 0; number < cubes_.size(); ++number) {
      const cube& one = cubes_[number];
      ranks.assign(tail_count(one), 0);
      size_t tail;
      do {
        if (batch.size() == at_once && !flush()) return;
        batch.push_back({0, 0, number, static_cast<uint32_t>(ranks_.size())});
        ranks_.insert(ranks_.end(), ranks.begin(), ranks.end());
        for (tail = ranks.size(); tail > 0; --tail) {
          const cell& here = cell_of(one, tail - 1);
          if (++ranks[tail - 1] < here.last - here.first) break;
          ranks[tail - 1] = 0;
        }
      } while (tail > 0);
    }
    flush();
  }

 private:
  struct cube {
    uint32_t edge;
    uint32_t first_cell;
  };

  size_t tail_count(const cube& one) const { return forest_.tails[one.edge].size(); }
  const cell& cell_of(const cube& one, size_t tail) const {
    return chart_.cells[cells[one.first_cell + tail]];
  }

  auto comes_later() const {
    return [this](const candidate& one, const candidate& other) {
      if (one.estimate != other.estimate) return one.estimate < other.estimate;
      if (one.cube != other.cube) return one.cube > other.cube;
      const size_t tails = tails_of(one);
      const uint32_t* const first = ranks_.data() + one.first_rank;
      const uint32_t* const second = ranks_.data() + other.first_rank;
      return std::lexicographical_compare(second, second + tails, first, first + tails);
    };
  }

  template <class Worth>
  void add_successors(const candidate& from, Worth worth) {
    const cube& one = cubes_[from.cube];
    const size_t tails = tail_count(one);
    size_t first = tails;
    while (first > 0 && ranks_[from.first_rank + first - 1] == 0) --first;
    for (size_t tail = first > 0 ? first - 1 : 0; tail < tails; ++tail) {
      const cell& here = cell_of(one, tail);
      if (ranks_[from.first_rank + tail] + 1 >= here.last - here.first) continue;
      const size_t ranks = ranks_.size();
      ranks_.resize(ranks + tails);
      std::copy_n(ranks_.begin() + from.first_rank, tails,
                  ranks_.begin() + static_cast<ptrdiff_t>(ranks));
      const uint32_t rank = ++ranks_[ranks + tail];
      const double gain = item_scores_[here.first + rank] - item_scores_[here.first + rank - 1];
      const double score = from.score + gain;
      candidate next{score, score, from.cube, static_cast<uint32_t>(ranks)};
      next.estimate += worth(next);
      heap_.push_back(next);
      std::push_heap(heap_.begin(), heap_.end(), comes_later());
    }
  }

  const forest& forest_;
  const chart& chart_;
  const std::vector<double>& item_scores_;
  std::vector<cube> cubes_;
  std::vector<candidate> heap_;
  std::vector<uint32_t> ranks_;
};

}  // namespace laconic

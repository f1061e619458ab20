// The items of the cell at hand while it is being filled: candidates that are alike become one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "search/chart.h"
#include "search/reference_ngrams.h"

namespace laconic {

// What a candidate must be alike in with others to be one item with them, beside its stratum.
template <class State>
struct item_state {
  State lm;
  reference_state ngrams;
  bool operator==(const item_state&) const = default;
};

template <class State>
class fresh_items {
 public:
  fresh_items(const forest& whole, chart& found, bool keep_others)
      : forest_(whole), chart_(found), keep_others_(keep_others) {}

  size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  uint64_t bytes() const {
    return items_.size() * sizeof(fresh_item) + (counts_.size() + slots_.size()) * sizeof(uint32_t);
  }
  void clear() {
    items_.clear();
    counts_.clear();
    slots_.assign(256, nothing);
  }

  // `counts` are what the stratum is made of. False if nothing of the candidate is kept.
  bool add(const arc& made, uint64_t stratum, const item_state<State>& state, uint64_t hash,
           std::span<const uint32_t> counts) {
    const size_t mask = slots_.size() - 1;
    size_t slot = hash & mask;
    for (; slots_[slot] != nothing; slot = (slot + 1) & mask) {
      fresh_item& known = items_[slots_[slot]];
      if (known.hash == hash && known.made.stratum == stratum && known.state == state) {
        return merge(known.made, made);
      }
    }
    slots_[slot] = static_cast<uint32_t>(items_.size());
    items_.push_back({{made, made.score, stratum, nothing}, state, hash});
    counts_.insert(counts_.end(), counts.begin(), counts.end());
    if (items_.size() * 2 > slots_.size()) grow_slots();
    return true;
  }

  // Calls `take(item, state, counts)` for all, best first; `worth` says what steers beside scores.
  template <class Worth, class Take>
  void take_sorted(size_t counts, Worth worth, Take take) {
    order_.resize(items_.size());
    for (uint32_t number = 0; number < items_.size(); ++number) {
      order_[number] = number;
      item& made = items_[number].made;
      made.key = made.best.score + worth(made.stratum);
    }
    std::sort(order_.begin(), order_.end(), [this](uint32_t one, uint32_t other) {
      const item &first = items_[one].made, &second = items_[other].made;
      return first.key != second.key ? first.key > second.key
                                     : comes_first(first.best, second.best);
    });
    for (const uint32_t number : order_) {
      take(items_[number].made, items_[number].state,
           std::span<const uint32_t>(counts_.data() + number * counts, counts));
    }
  }

 private:
  struct fresh_item {
    item made;
    item_state<State> state;
    uint64_t hash;
  };

  void grow_slots() {
    slots_.assign(slots_.size() * 2, nothing);
    for (uint32_t number = 0; number < items_.size(); ++number) {
      size_t slot = items_[number].hash & (slots_.size() - 1);
      while (slots_[slot] != nothing) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = number;
    }
  }

  bool merge(item& known, const arc& made) {
    const bool is_better = comes_first(made, known.best);
    const arc worse = is_better ? known.best : made;
    if (is_better) known.best = made;
    if (!keep_others_) return is_better;
    chart_.other_arcs.push_back({worse, known.others});
    known.others = static_cast<uint32_t>(chart_.other_arcs.size() - 1);
    return true;
  }

  bool comes_first(const arc& one, const arc& other) const {
    if (one.score != other.score) return one.score > other.score;
    if (one.edge != other.edge) return one.edge < other.edge;
    const auto tails = static_cast<ptrdiff_t>(forest_.tails[one.edge].size());
    const auto one_tail = chart_.tails.begin() + one.first_tail;
    const auto other_tail = chart_.tails.begin() + other.first_tail;
    return std::lexicographical_compare(one_tail, one_tail + tails, other_tail, other_tail + tails);
  }

  const forest& forest_;
  chart& chart_;
  bool keep_others_;
  std::vector<fresh_item> items_;
  std::vector<uint32_t> counts_, slots_, order_;
};

}  // namespace laconic

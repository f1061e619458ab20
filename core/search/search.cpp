#include "search/search.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "forest/counts.h"
#include "search/candidates.h"
#include "search/fresh_items.h"
#include "search/split.h"
#include "search/string_models.h"
#include "search/watch.h"

namespace laconic {

namespace {

size_t at(int32_t index) { return static_cast<size_t>(index); }

template <class Lm>
class searcher {
 public:
  searcher(const forest& whole, const search_scores& scores, const strata& stratification,
           const search_limits& limits)
      : forest_(whole),
        scores_(scores),
        strata_(stratification),
        limits_(limits),
        lm_(scores.lm),
        ngrams_(scores.ngrams ? *scores.ngrams : no_ngrams_),
        watch_(limits, chart_,
               sizeof(item) + sizeof(state) + sizeof(double) +
                   stratification.counts * sizeof(uint32_t)),
        chooser_(chart_, watch_, limits.total > 0 ? limits.total : nothing),
        candidates_(whole, chart_, item_scores_),
        fresh_(whole, chart_, limits.keep_others) {}

  chart run() {
    estimate_edges();
    if (strata_.split) bound_vertices();
    chart_.vertex_cells.reserve(forest_.vertices() + 1);
    for (vertex_ = 0; vertex_ < forest_.vertices(); ++vertex_) {
      if (strata_.split) {
        fill_split();
      } else {
        fill_whole();
      }
      chart_.vertex_cells.push_back(static_cast<uint32_t>(chart_.cells.size()));
    }
    if (forest_.root >= 0) finish();
    chart_.limited = watch_.limited();
    chart_.statistics.items = chart_.items.size();
    chart_.statistics.lm_queries = lm_.queries();
    chart_.statistics.lm_misses = lm_.misses();
    chart_.statistics.bytes = watch_.bytes();
    chart_.statistics.seconds = watch_.seconds();
    return std::move(chart_);
  }

 private:
  using state = item_state<typename Lm::state>;

  void estimate_edges() {
    estimates_.resize(forest_.edges());
    std::vector<double> words(at(forest_.words()), 0.0);
    for (size_t word = 0; word < words.size(); ++word) {
      if (scores_.lm) words[word] += scores_.lm_weight * lm_.unigram(scores_.lm_words[word]);
      if (scores_.ngrams) {
        words[word] += ngrams_.estimate(static_cast<uint16_t>(scores_.ngram_types[word]));
      }
    }
    for (size_t edge = 0; edge < forest_.edges(); ++edge) {
      estimates_[edge] = scores_.edges[edge];
      for (const int32_t piece : forest_.yields[edge]) {
        if (piece >= 0) estimates_[edge] += words[at(piece)];
      }
    }
  }

  // With split strata: which totals of the first count can become part of one within the range.
  void bound_vertices() {
    const count_bounds inside = bound_counts(forest_, strata_.increments, strata_.counts);
    if (forest_.root >= 0 && inside.greatest[at(forest_.root)] > strata_.caps[0]) {
      throw std::invalid_argument("the count by which strata are split cannot be capped");
    }
    const count_bounds outside =
        bound_elsewhere(forest_, strata_.increments, strata_.counts, inside);
    lowest_.resize(forest_.vertices());
    highest_.resize(forest_.vertices());
    for (size_t vertex = 0; vertex < forest_.vertices(); ++vertex) {
      const bool is_used = outside.greatest[vertex] >= 0;
      highest_[vertex] = is_used ? strata_.greatest - outside.least[vertex] : -1;
      lowest_[vertex] = is_used ? strata_.least - outside.greatest[vertex] : 0;
    }
  }

  // All items of the vertex in one cell.
  void fill_whole() {
    candidates_.clear();
    candidates_.cells.clear();
    for (const uint32_t edge : forest_.vertex_edges[vertex_]) {
      candidates_.add_cube(edge, static_cast<uint32_t>(candidates_.cells.size()));
      for (const int32_t tail : forest_.tails[edge]) {
        candidates_.cells.push_back(chart_.vertex_cells[at(tail)]);
      }
    }
    fill_cell(0);
  }

  // A cell for each value of the first count.
  void fill_split() {
    if (highest_[vertex_] < 0) return;
    chooser_.clear();
    for (const uint32_t edge : forest_.vertex_edges[vertex_]) {
      const auto own = static_cast<uint64_t>(strata_.increments[edge * strata_.counts]);
      const auto greatest = static_cast<uint64_t>(highest_[vertex_]);
      if (own <= greatest) chooser_.add_edge(edge, own, forest_.tails[edge], greatest);
    }
    auto& choices = chooser_.choices;
    std::stable_sort(
        choices.begin(), choices.end(),
        [](const cell_choice& one, const cell_choice& other) { return one.count < other.count; });
    candidates_.cells = chooser_.chosen;
    for (size_t first = 0, last; first < choices.size(); first = last) {
      const uint64_t count = choices[first].count;
      candidates_.clear();
      for (last = first; last < choices.size() && choices[last].count == count; ++last) {
        candidates_.add_cube(choices[last].edge, choices[last].first_cell);
      }
      if (static_cast<int64_t>(count) >= lowest_[vertex_]) {
        fill_cell(static_cast<uint32_t>(count));
      }
    }
  }

  void fill_cell(uint32_t count) {
    fresh_.clear();
    settle_stratum(count);
    if (limits_.unique > 0 || limits_.total > 0) {
      visit_best_first();
    } else {
      candidates_.visit_all(at_once, [this](const std::vector<candidate>& batch) {
        fetch(batch);
        for (const candidate& each : batch) {
          if (watch_.is_over(bytes_at_hand()) && !fresh_.empty()) return false;
          visit(each);
        }
        return true;
      });
    }
    if (!fresh_.empty()) close_cell(count);
  }

  // Without counts, or with none but that of the cell, all its candidates have one stratum.
  void settle_stratum(uint32_t count) {
    is_settled_ = strata_.counts == 0 || (strata_.split && strata_.counts == 1);
    settled_stratum_ = strata_.counts == 0 ? 0 : count;
    counts_now_.assign(strata_.counts, count);
  }

  void visit_best_first() {
    const auto worth = [this](const candidate& one) {
      return strata_.values.empty() ? 0.0 : strata_.value(vertex_, count_up(one));
    };
    candidates_.start(estimates_, worth);
    uint64_t visited = 0;
    while (!candidates_.is_done()) {
      ready_.clear();
      while (!candidates_.is_done() && ready_.size() < at_once &&
             (limits_.total == 0 || visited + ready_.size() < limits_.total)) {
        ready_.push_back(candidates_.take(worth));
      }
      fetch(ready_);
      for (const candidate& each : ready_) {
        visit(each);
        ++visited;
        if (visited == limits_.total || fresh_.size() == limits_.unique) return;
        if (watch_.is_over(bytes_at_hand())) return;
      }
    }
  }

  // What scoring some candidates will ask of the model, asked for together, so that its memory is
  // not waited for one by one.
  void fetch(const std::vector<candidate>& some) {
    for (const candidate& each : some) {
      const auto yield = forest_.yields[candidates_.edge_of(each)];
      if (yield.size() < 2) continue;  // no two pieces meet
      lm_.expect(yield, scores_.lm_words, [&](size_t tail) -> const auto& {
        return states_[candidates_.item_of(each, tail)].lm;
      });
    }
    lm_.fetch_expected();
  }

  uint64_t bytes_at_hand() const { return fresh_.bytes() + candidates_.bytes(); }

  // The stratum of a candidate; `counts_now_` are its counts.
  uint64_t count_up(const candidate& one) {
    counts_now_.assign(strata_.counts, 0);
    uint64_t stratum = 0;
    const size_t tails = candidates_.tails_of(one);
    const size_t own = candidates_.edge_of(one) * strata_.counts;
    for (size_t number = 0; number < strata_.counts; ++number) {
      auto count = static_cast<uint64_t>(strata_.increments[own + number]);
      for (size_t tail = 0; tail < tails; ++tail) {
        count += counts_[candidates_.item_of(one, tail) * strata_.counts + number];
      }
      counts_now_[number] = static_cast<uint32_t>(std::min<uint64_t>(count, strata_.caps[number]));
      stratum += counts_now_[number] * strata_.strides[number];
    }
    return stratum;
  }

  // Scores a candidate exactly.
  void visit(const candidate& one) {
    ++chart_.statistics.pops;
    const uint32_t edge = candidates_.edge_of(one);
    typename Lm::string string(lm_);
    reference_ngrams::string ngrams(ngrams_);
    arc made{scores_.edges[edge], edge, static_cast<uint32_t>(chart_.tails.size())};
    size_t tail = 0;
    for (const int32_t piece : forest_.yields[edge]) {
      if (piece >= 0) {
        if (scores_.lm) string.add_word(scores_.lm_words[at(piece)]);
        if (scores_.ngrams) ngrams.add_word(static_cast<uint16_t>(scores_.ngram_types[at(piece)]));
      } else {
        const uint32_t number = candidates_.item_of(one, tail++);
        made.score += item_scores_[number];
        string.add_state(states_[number].lm);
        if (scores_.ngrams) ngrams.add_state(states_[number].ngrams);
        chart_.tails.push_back(number);
      }
    }
    made.score += scores_.lm_weight * string.log10_prob() + ngrams.value();
    state reached{string.finish(), {}};
    if (scores_.ngrams) reached.ngrams = ngrams.finish();
    const uint64_t stratum = is_settled_ ? settled_stratum_ : count_up(one);
    const uint64_t mixed = Lm::hash(reached.lm) ^ (reached.ngrams.packed() * hashing::second_prime +
                                                   stratum * hashing::first_prime);
    const uint64_t hash = mixed ^ (mixed >> 32);
    const bool is_kept = fresh_.add(made, stratum, reached, hash, counts_now_);
    if (!is_kept) chart_.tails.resize(made.first_tail);
  }

  void close_cell(uint32_t count) {
    const auto first = static_cast<uint32_t>(chart_.items.size());
    fresh_.take_sorted(
        strata_.counts, [this](uint64_t stratum) { return strata_.value(vertex_, stratum); },
        [this](const item& made, const state& reached, std::span<const uint32_t> counts) {
          chart_.items.push_back(made);
          item_scores_.push_back(made.best.score);
          states_.push_back(reached);
          counts_.insert(counts_.end(), counts.begin(), counts.end());
        });
    chart_.cells.push_back({count, first, static_cast<uint32_t>(chart_.items.size())});
  }

  // The ends of the string, and the best item of each stratum.
  void finish() {
    for (const cell& root : chart_.cells_of(at(forest_.root))) {
      if (chart_.root_gains.empty()) chart_.first_root = root.first;
      for (uint32_t number = root.first; number < root.last; ++number) {
        typename Lm::string string(lm_);
        reference_ngrams::string ngrams(ngrams_);
        string.begin();
        string.add_state(states_[number].lm);
        if (scores_.lm) string.add_word(sentence_end);
        ngrams.begin();
        ngrams.add_state(states_[number].ngrams);
        ngrams.end();
        const double gain = scores_.lm_weight * string.log10_prob() + ngrams.value();
        chart_.root_gains.push_back(gain);
        const item& made = chart_.items[number];
        chart_.finals.push_back({made.stratum, made.best.score + gain, number});
      }
    }
    auto& finals = chart_.finals;
    std::sort(finals.begin(), finals.end(), [](const final_item& one, const final_item& other) {
      if (one.stratum != other.stratum) return one.stratum < other.stratum;
      return one.score != other.score ? one.score > other.score : one.item < other.item;
    });
    const auto is_same = [](const final_item& one, const final_item& other) {
      return one.stratum == other.stratum;
    };
    finals.erase(std::unique(finals.begin(), finals.end(), is_same), finals.end());
  }

  static constexpr size_t at_once = 32;

  const forest& forest_;
  const search_scores& scores_;
  const strata& strata_;
  const search_limits& limits_;
  Lm lm_;
  const reference_ngrams no_ngrams_;
  const reference_ngrams& ngrams_;

  chart chart_;
  watch watch_;
  // What is known of each item besides what the chart keeps, and its score once more: it is what is
  // read most.
  std::vector<double> item_scores_;
  std::vector<state> states_;
  std::vector<uint32_t> counts_;

  std::vector<double> estimates_;          // of edges
  std::vector<int64_t> lowest_, highest_;  // totals of the first count, by vertex

  uint32_t vertex_ = 0;  // the one at hand
  bool is_settled_ = false;
  uint64_t settled_stratum_ = 0;
  cell_chooser chooser_;
  candidates candidates_;
  fresh_items<typename Lm::state> fresh_;
  std::vector<candidate> ready_;
  std::vector<uint32_t> counts_now_;
};

}  // namespace

chart search(const forest& whole, const search_scores& scores, const strata& stratification,
             const search_limits& limits) {
  scores.check(whole);
  if (!scores.lm) return searcher<without_lm>(whole, scores, stratification, limits).run();
  if (scores.lm->order() <= 3) {
    return searcher<with_lm<2>>(whole, scores, stratification, limits).run();
  }
  return searcher<with_lm<max_order - 1>>(whole, scores, stratification, limits).run();
}

}  // namespace laconic

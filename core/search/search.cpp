#include "search/search.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <stdexcept>
#include <vector>

#include "forest/counts.h"
#include "ngram/span.h"
#include "search/ngram_cache.h"
#include "search/split.h"

namespace laconic {

namespace {

size_t at(int32_t index) { return static_cast<size_t>(index); }

// No language model: nothing to keep, nothing to score.
class without_lm {
 public:
  struct state {
    bool operator==(const state&) const = default;
  };
  explicit without_lm(const ngram_model*) {}

  class string {
   public:
    explicit string(const without_lm&) {}
    void begin() {}
    void add_word(uint32_t) {}
    void add_state(const state&) {}
    double log10_prob() const { return 0; }
    state finish() const { return {}; }
  };
  void expect(std::span<const int32_t>, std::span<const uint32_t>, const uint32_t*, const state*) {}
  void fetch_expected() {}
  double unigram(uint32_t) const { return 0; }
  static uint64_t hash(const state&) { return 0; }
  uint64_t queries() const { return 0; }
  uint64_t misses() const { return 0; }
};

// A language model whose states keep up to so many words on each side.
template <int Words>
class with_lm {
 public:
  using state = basic_chart_state<Words>;
  explicit with_lm(const ngram_model* lm) : cache_(*lm) {}

  class string : public basic_span_scorer<ngram_cache, Words> {
   public:
    explicit string(const with_lm& lm) : basic_span_scorer<ngram_cache, Words>(lm.cache_) {}
  };

  // What scoring this yield will ask for, where its pieces meet.
  void expect(std::span<const int32_t> yield, std::span<const uint32_t> words,
              const uint32_t* tails, const state* states) {
    uint32_t newest = ngram_cache::no_word, before = ngram_cache::no_word;
    for (const int32_t piece : yield) {
      if (piece >= 0) {
        const uint32_t word = words[at(piece)];
        if (newest != ngram_cache::no_word) cache_.expect(1, word, newest, before);
        before = newest;
        newest = word;
        continue;
      }
      const state& tail = states[*tails++];
      if (newest != ngram_cache::no_word && tail.left.length > 0) {
        cache_.expect(1, tail.left.places[0], newest, before);
        if (tail.left.length > 1) cache_.expect(2, tail.left.places[1], newest, before);
      }
      before = tail.right.length > 1 ? tail.right.words[1] : newest;
      newest = tail.right.length > 0 ? tail.right.words[0] : ngram_cache::no_word;
    }
  }
  void fetch_expected() { cache_.fetch_expected(); }
  double unigram(uint32_t word) const { return cache_.unigram(word).log10_prob; }
  static uint64_t hash(const state& one) { return hash_state(one); }
  uint64_t queries() const { return cache_.queries(); }
  uint64_t misses() const { return cache_.misses(); }

 private:
  ngram_cache cache_;
};

// Asks the clock and the chart's size now and then.
class watch {
 public:
  watch(const search_limits& limits, const chart& found) : limits_(limits), chart_(found) {}

  // Whether a limit has been reached.
  bool is_over(size_t item_bytes) {
    if (limited_ != limit_reached::none || (++calls_ & 63) != 0) {
      return limited_ != limit_reached::none;
    }
    if (limits_.max_seconds > 0 && seconds() > limits_.max_seconds) limited_ = limit_reached::time;
    if (limits_.max_bytes > 0 && bytes(item_bytes) > limits_.max_bytes) {
      limited_ = limit_reached::memory;
    }
    return limited_ != limit_reached::none;
  }
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  uint64_t bytes(size_t item_bytes) const {
    return chart_.items.size() * item_bytes + chart_.tails.size() * sizeof(uint32_t) +
           chart_.other_arcs.size() * sizeof(other_arc);
  }
  limit_reached limited() const { return limited_; }

 private:
  const search_limits& limits_;
  const chart& chart_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  uint64_t calls_ = 0;
  limit_reached limited_ = limit_reached::none;
};

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
        chooser_(chart_, limits.total > 0 ? limits.total : nothing),
        watch_(limits, chart_) {}

  chart run() {
    estimate_edges();
    if (strata_.split) bound_vertices();
    chart_.vertex_cells.reserve(forest_.vertices() + 1);
    for (uint32_t vertex = 0; vertex < forest_.vertices(); ++vertex) {
      if (strata_.split) {
        fill_split(vertex);
      } else {
        fill(vertex);
      }
      chart_.vertex_cells.push_back(static_cast<uint32_t>(chart_.cells.size()));
    }
    if (forest_.root >= 0) finish();
    chart_.limited = watch_.limited();
    chart_.statistics.items = chart_.items.size();
    chart_.statistics.lm_queries = lm_.queries();
    chart_.statistics.lm_misses = lm_.misses();
    chart_.statistics.bytes = watch_.bytes(item_bytes);
    chart_.statistics.seconds = watch_.seconds();
    return std::move(chart_);
  }

 private:
  static constexpr size_t item_bytes =
      sizeof(item) + sizeof(typename Lm::state) + sizeof(reference_state);

  // A candidate that was scored, and what it must be alike in with others to be one item.
  struct fresh_item {
    item made;
    typename Lm::state state;
    reference_state ngrams;
    uint64_t hash;
  };
  // Candidates of one edge with items from these cells; ranks say which items.
  struct cube {
    uint32_t edge;
    uint32_t first_cell;
  };
  struct waiting {
    double estimate;
    double score;  // the estimate but for what the stratum is worth
    uint32_t cube;
    uint32_t first_rank;
  };

  void estimate_edges() {
    estimates_.resize(forest_.edges());
    std::vector<double> unigrams(at(forest_.words()), 0.0);
    if (scores_.lm) {
      for (size_t word = 0; word < unigrams.size(); ++word) {
        unigrams[word] = scores_.lm_weight * lm_.unigram(scores_.lm_words[word]);
      }
    }
    for (size_t edge = 0; edge < forest_.edges(); ++edge) {
      estimates_[edge] = scores_.edges[edge];
      for (const int32_t piece : forest_.yields[edge]) {
        if (piece >= 0) estimates_[edge] += unigrams[at(piece)];
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

  void fill(uint32_t vertex) {
    cubes_.clear();
    cube_cells_.clear();
    for (const uint32_t edge : forest_.vertex_edges[vertex]) {
      cubes_.push_back({edge, static_cast<uint32_t>(cube_cells_.size())});
      for (const int32_t tail : forest_.tails[edge]) {
        cube_cells_.push_back(chart_.vertex_cells[at(tail)]);
      }
    }
    fill_cell(vertex, 0);
  }

  void fill_split(uint32_t vertex) {
    if (highest_[vertex] < 0) return;
    chooser_.clear();
    for (const uint32_t edge : forest_.vertex_edges[vertex]) {
      const auto own = static_cast<uint64_t>(strata_.increments[edge * strata_.counts]);
      const auto greatest = static_cast<uint64_t>(highest_[vertex]);
      if (own <= greatest) {
        chooser_.add_edge(edge, own, forest_.tails[edge], greatest);
      }
    }
    auto& choices = chooser_.choices;
    std::stable_sort(
        choices.begin(), choices.end(),
        [](const cell_choice& one, const cell_choice& other) { return one.count < other.count; });
    cube_cells_ = chooser_.chosen;
    for (size_t first = 0, last; first < choices.size(); first = last) {
      cubes_.clear();
      for (last = first; last < choices.size() && choices[last].count == choices[first].count;
           ++last) {
        cubes_.push_back({choices[last].edge, choices[last].first_cell});
      }
      if (static_cast<int64_t>(choices[first].count) >= lowest_[vertex]) {
        fill_cell(vertex, static_cast<uint32_t>(choices[first].count));
      }
    }
  }

  void fill_cell(uint32_t vertex, uint32_t count) {
    fresh_.clear();
    fresh_counts_.clear();
    slots_.assign(256, nothing);
    ready_.clear();
    ranks_.clear();
    vertex_ = vertex;
    if (limits_.unique > 0 || limits_.total > 0) {
      visit_best_first();
    } else {
      visit_all();
    }
    if (!fresh_.empty()) close_cell(count);
  }

  size_t tail_count(const cube& one) const { return forest_.tails[one.edge].size(); }
  const cell& cell_of(const cube& one, size_t tail) const {
    return chart_.cells[cube_cells_[one.first_cell + tail]];
  }

  void visit_all() {
    for (uint32_t number = 0; number < cubes_.size(); ++number) {
      const cube& one = cubes_[number];
      const size_t tails = tail_count(one);
      odometer_.assign(tails, 0);
      size_t tail = tails;
      do {
        if (ready_.size() == at_once && !visit_ready()) return;
        ready_.push_back({0, 0, number, static_cast<uint32_t>(ranks_.size())});
        ranks_.insert(ranks_.end(), odometer_.begin(), odometer_.end());
        for (tail = tails; tail > 0; --tail) {
          const cell& here = cell_of(one, tail - 1);
          if (++odometer_[tail - 1] < here.last - here.first) break;
          odometer_[tail - 1] = 0;
        }
      } while (tail > 0);
    }
    visit_ready();
  }

  // Whether to go on.
  bool visit_ready() {
    fetch_ready();
    for (const waiting& each : ready_) {
      if (watch_.is_over(item_bytes) && !fresh_.empty()) return false;
      visit(cubes_[each.cube], ranks_.data() + each.first_rank);
    }
    ready_.clear();
    ranks_.clear();
    return true;
  }

  void visit_best_first() {
    heap_.clear();
    for (uint32_t number = 0; number < cubes_.size(); ++number) {
      const size_t first = ranks_.size();
      ranks_.resize(first + tail_count(cubes_[number]), 0);
      add_waiting(number, first, first_score(cubes_[number]));
    }
    std::make_heap(heap_.begin(), heap_.end(), comes_later());
    uint64_t visited = 0;
    while (!heap_.empty()) {
      take_ready(limits_.total > 0 ? limits_.total - visited : at_once);
      for (const waiting& each : ready_) {
        visit(cubes_[each.cube], ranks_.data() + each.first_rank);
        ++visited;
        if (visited == limits_.total || fresh_.size() == limits_.unique) return;
        if (watch_.is_over(item_bytes)) return;
      }
    }
  }

  // The next candidates, some at once: their order depends on estimates alone, and the model's
  // memory need not be waited for one by one.
  void take_ready(uint64_t most) {
    ready_.clear();
    while (!heap_.empty() && ready_.size() < std::min<uint64_t>(most, at_once)) {
      std::pop_heap(heap_.begin(), heap_.end(), comes_later());
      ready_.push_back(heap_.back());
      heap_.pop_back();
      add_successors(ready_.back());
    }
    fetch_ready();
  }

  void fetch_ready() {
    for (const waiting& each : ready_) {
      const cube& one = cubes_[each.cube];
      tails_now_.clear();
      for (size_t tail = 0; tail < tail_count(one); ++tail) {
        tails_now_.push_back(tail_number(one, tail, ranks_.data() + each.first_rank));
      }
      lm_.expect(forest_.yields[one.edge], scores_.lm_words, tails_now_.data(), states_.data());
    }
    lm_.fetch_expected();
  }

  auto comes_later() const {
    return [this](const waiting& one, const waiting& other) {
      if (one.estimate != other.estimate) return one.estimate < other.estimate;
      if (one.cube != other.cube) return one.cube > other.cube;
      const size_t tails = tail_count(cubes_[one.cube]);
      const uint32_t* const ranks = ranks_.data();
      return std::lexicographical_compare(ranks + other.first_rank,
                                          ranks + other.first_rank + tails, ranks + one.first_rank,
                                          ranks + one.first_rank + tails);
    };
  }

  // Each candidate is reached once: from the one before it in its last rank that is not 0.
  void add_successors(const waiting from) {
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
      add_waiting(from.cube, ranks, from.score + gain);
      std::push_heap(heap_.begin(), heap_.end(), comes_later());
    }
  }

  // Of the candidate with the best item of each tail.
  double first_score(const cube& one) const {
    double score = estimates_[one.edge];
    const size_t tails = tail_count(one);
    for (size_t tail = 0; tail < tails; ++tail) score += item_scores_[cell_of(one, tail).first];
    return score;
  }

  void add_waiting(uint32_t number, size_t first_rank, double score) {
    double estimate = score;
    if (!strata_.values.empty()) {
      const uint64_t stratum = count_up(cubes_[number], ranks_.data() + first_rank);
      estimate += strata_.value(vertex_, stratum);
    }
    heap_.push_back({estimate, score, number, static_cast<uint32_t>(first_rank)});
  }

  uint32_t tail_number(const cube& one, size_t tail, const uint32_t* ranks) const {
    return cell_of(one, tail).first + ranks[tail];
  }

  // The stratum of a candidate; `counts_now_` are its counts.
  uint64_t count_up(const cube& one, const uint32_t* ranks) {
    counts_now_.assign(strata_.counts, 0);
    uint64_t stratum = 0;
    const size_t tails = tail_count(one);
    for (size_t number = 0; number < strata_.counts; ++number) {
      auto count = static_cast<uint64_t>(strata_.increments[one.edge * strata_.counts + number]);
      for (size_t tail = 0; tail < tails; ++tail) {
        count += counts_[tail_number(one, tail, ranks) * strata_.counts + number];
      }
      counts_now_[number] = static_cast<uint32_t>(std::min<uint64_t>(count, strata_.caps[number]));
      stratum += counts_now_[number] * strata_.strides[number];
    }
    return stratum;
  }

  void visit(const cube& one, const uint32_t* ranks) {
    ++chart_.statistics.pops;
    typename Lm::string string(lm_);
    reference_ngrams::string ngrams(ngrams_);
    double score = scores_.edges[one.edge];
    const auto first_tail = static_cast<uint32_t>(chart_.tails.size());
    size_t tail = 0;
    for (const int32_t piece : forest_.yields[one.edge]) {
      if (piece >= 0) {
        if (scores_.lm) string.add_word(scores_.lm_words[at(piece)]);
        if (scores_.ngrams) ngrams.add_word(static_cast<uint16_t>(scores_.ngram_types[at(piece)]));
      } else {
        const uint32_t number = tail_number(one, tail++, ranks);
        score += item_scores_[number];
        string.add_state(states_[number]);
        if (scores_.ngrams) ngrams.add_state(ngram_states_[number]);
        chart_.tails.push_back(number);
      }
    }
    score += scores_.lm_weight * string.log10_prob() + ngrams.value();
    fresh_item made{{{score, one.edge, first_tail}, score, 0, nothing}, string.finish(), {}, 0};
    if (scores_.ngrams) made.ngrams = ngrams.finish();
    if (strata_.counts > 0) made.made.stratum = count_up(one, ranks);
    made.hash = hashing::finish(Lm::hash(made.state) ^
                                made.ngrams.packed() * hashing::second_prime ^ made.made.stratum);
    add_fresh(made);
  }

  void add_fresh(const fresh_item& made) {
    const size_t mask = slots_.size() - 1;
    size_t slot = made.hash & mask;
    for (; slots_[slot] != nothing; slot = (slot + 1) & mask) {
      fresh_item& known = fresh_[slots_[slot]];
      if (known.hash == made.hash && known.made.stratum == made.made.stratum &&
          known.ngrams == made.ngrams && known.state == made.state) {
        merge(known.made, made.made.best);
        return;
      }
    }
    slots_[slot] = static_cast<uint32_t>(fresh_.size());
    fresh_.push_back(made);
    fresh_counts_.insert(fresh_counts_.end(), counts_now_.begin(), counts_now_.end());
    if (fresh_.size() * 2 > slots_.size()) grow_slots();
  }

  void grow_slots() {
    slots_.assign(slots_.size() * 2, nothing);
    for (uint32_t number = 0; number < fresh_.size(); ++number) {
      size_t slot = fresh_[number].hash & (slots_.size() - 1);
      while (slots_[slot] != nothing) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = number;
    }
  }

  void merge(item& known, const arc& made) {
    const bool is_better = comes_first(made, known.best);
    const arc worse = is_better ? known.best : made;
    if (is_better) known.best = made;
    if (!limits_.keep_others) return;
    chart_.other_arcs.push_back({worse, known.others});
    known.others = static_cast<uint32_t>(chart_.other_arcs.size() - 1);
  }

  bool comes_first(const arc& one, const arc& other) const {
    if (one.score != other.score) return one.score > other.score;
    if (one.edge != other.edge) return one.edge < other.edge;
    const auto tails = static_cast<ptrdiff_t>(forest_.tails[one.edge].size());
    const auto one_tail = chart_.tails.begin() + one.first_tail;
    const auto other_tail = chart_.tails.begin() + other.first_tail;
    return std::lexicographical_compare(one_tail, one_tail + tails, other_tail, other_tail + tails);
  }

  void close_cell(uint32_t count) {
    order_.resize(fresh_.size());
    for (uint32_t number = 0; number < fresh_.size(); ++number) {
      order_[number] = number;
      item& made = fresh_[number].made;
      made.key = made.best.score + strata_.value(vertex_, made.stratum);
    }
    std::sort(order_.begin(), order_.end(), [this](uint32_t one, uint32_t other) {
      const item &first = fresh_[one].made, &second = fresh_[other].made;
      return first.key != second.key ? first.key > second.key
                                     : comes_first(first.best, second.best);
    });
    const auto first = static_cast<uint32_t>(chart_.items.size());
    for (const uint32_t number : order_) {
      chart_.items.push_back(fresh_[number].made);
      item_scores_.push_back(fresh_[number].made.best.score);
      states_.push_back(fresh_[number].state);
      ngram_states_.push_back(fresh_[number].ngrams);
      const auto counts = fresh_counts_.begin() + static_cast<ptrdiff_t>(number * strata_.counts);
      counts_.insert(counts_.end(), counts, counts + static_cast<ptrdiff_t>(strata_.counts));
    }
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
        string.add_state(states_[number]);
        if (scores_.lm) string.add_word(sentence_end);
        ngrams.begin();
        ngrams.add_state(ngram_states_[number]);
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

  const forest& forest_;
  const search_scores& scores_;
  const strata& strata_;
  const search_limits& limits_;
  Lm lm_;
  const reference_ngrams no_ngrams_;
  const reference_ngrams& ngrams_;

  chart chart_;
  // What is known of each item besides what the chart keeps, and its score once more: it is what is
  // read most.
  std::vector<double> item_scores_;
  std::vector<typename Lm::state> states_;
  std::vector<reference_state> ngram_states_;
  std::vector<uint32_t> counts_;

  std::vector<double> estimates_;          // of edges
  std::vector<int64_t> lowest_, highest_;  // totals of the first count, by vertex

  // Of the cell at hand.
  uint32_t vertex_ = 0;
  cell_chooser chooser_;
  std::vector<cube> cubes_;
  std::vector<uint32_t> cube_cells_;
  static constexpr uint64_t at_once = 32;
  std::vector<waiting> heap_, ready_;
  std::vector<uint32_t> tails_now_, odometer_;
  std::vector<uint32_t> ranks_;
  std::vector<fresh_item> fresh_;
  std::vector<uint32_t> fresh_counts_, counts_now_;
  std::vector<uint32_t> slots_, order_;
  watch watch_;
};

void check(const forest& whole, const search_scores& scores) {
  const auto require = [](bool right, const char* wrong) {
    if (!right) throw std::invalid_argument(wrong);
  };
  require(scores.edges.size() == whole.edges(), "scores need one number for each edge");
  for (const double score : scores.edges) {
    require(score == score && score - score == 0, "the score of an edge is not a finite number");
  }
  if (scores.lm) {
    require(scores.lm_words.size() == at(whole.words()), "words need an id each");
    for (const uint32_t word : scores.lm_words) {
      require(word < scores.lm->words(), "the model does not have such a word");
    }
  }
  if (scores.ngrams) {
    require(scores.ngram_types.size() == at(whole.words()), "words need a type each");
    for (const int32_t type : scores.ngram_types) {
      require(scores.ngrams->has_type(type), "the type of a word is out of range");
    }
  }
}

}  // namespace

chart search(const forest& whole, const search_scores& scores, const strata& stratification,
             const search_limits& limits) {
  check(whole, scores);
  if (!scores.lm) return searcher<without_lm>(whole, scores, stratification, limits).run();
  if (scores.lm->order() <= 3) {
    return searcher<with_lm<2>>(whole, scores, stratification, limits).run();
  }
  return searcher<with_lm<max_order - 1>>(whole, scores, stratification, limits).run();
}

}  // namespace laconic

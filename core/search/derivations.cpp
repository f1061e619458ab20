#include "search/derivations.h"

#include <algorithm>
#include <utility>

#include "hashing.h"

namespace laconic {

namespace {

std::span<const uint32_t> tails_of(const forest& whole, const chart& found, const arc& one) {
  return {found.tails.data() + one.first_tail, whole.tails[one.edge].size()};
}

}  // namespace

std::vector<uint32_t> best_edges(const forest& whole, const chart& found, uint32_t item) {
  std::vector<uint32_t> edges, pending{item};
  while (!pending.empty()) {
    const arc& best = found.items[pending.back()].best;
    pending.pop_back();
    edges.push_back(best.edge);
    const auto tails = tails_of(whole, found, best);
    pending.insert(pending.end(), tails.rbegin(), tails.rend());
  }
  return edges;
}

derivation_lister::derivation_lister(const forest& whole, const chart& found,
                                     std::optional<uint64_t> stratum,
                                     std::vector<int32_t> word_types)
    : forest_(whole),
      chart_(found),
      word_types_(std::move(word_types)),
      goal_(static_cast<uint32_t>(found.items.size())) {
  for (uint32_t number = 0; number < found.root_gains.size(); ++number) {
    const uint32_t root = found.first_root + number;
    if (!stratum || found.items[root].stratum == *stratum) roots_.push_back(root);
  }
}

std::optional<found_derivation> derivation_lister::next() {
  fulfil({goal_, given_});
  if (node_of(goal_).found.size() <= given_) return std::nullopt;
  return describe(given_++);
}

derivation_lister::node& derivation_lister::node_of(uint32_t number) {
  const auto [place, is_new] = nodes_.try_emplace(number);
  if (is_new) make_ways(number, place->second);
  return place->second;
}

void derivation_lister::make_ways(uint32_t number, node& made) {
  if (number == goal_) {
    for (const uint32_t& root : roots_) {
      const double gain = chart_.root_gains[root - chart_.first_root];
      made.ways.push_back({chart_.items[root].best.score + gain, nothing, {&root, 1}});
    }
  } else {
    const item& one = chart_.items[number];
    const auto add = [&](const arc& each) {
      made.ways.push_back({each.score, each.edge, tails_of(forest_, chart_, each)});
    };
    add(one.best);
    for (uint32_t other = one.others; other != nothing; other = chart_.other_arcs[other].next) {
      add(chart_.other_arcs[other].way);
    }
    std::sort(made.ways.begin(), made.ways.end(), [](const way& first, const way& second) {
      if (first.score != second.score) return first.score > second.score;
      if (first.edge != second.edge) return first.edge < second.edge;
      return std::lexicographical_compare(first.tails.begin(), first.tails.end(),
                                          second.tails.begin(), second.tails.end());
    });
  }
  for (uint32_t each = 0; each < made.ways.size(); ++each) {
    push(made,
         {made.ways[each].score, each, std::vector<uint32_t>(made.ways[each].tails.size(), 0)});
  }
}

void derivation_lister::fulfil(wish first) {
  std::vector<wish> wishes{first};
  while (!wishes.empty()) {
    const wish now = wishes.back();
    node& at = node_of(now.node);
    if (at.is_done || at.found.size() > now.rank) {
      wishes.pop_back();
    } else if (const auto before = step(at)) {
      wishes.push_back(*before);
    }
  }
}

std::optional<derivation_lister::wish> derivation_lister::step(node& at) {
  if (at.open) {
    const auto tails = at.ways[at.open->way].tails;
    for (; at.open_tail < tails.size(); ++at.open_tail) {
      const uint32_t rank = at.open->ranks[at.open_tail] + 1;
      const node& tail = node_of(tails[at.open_tail]);
      if (tail.found.size() <= rank) {
        if (tail.is_done) continue;
        return wish{tails[at.open_tail], rank};
      }
      candidate after = *at.open;
      after.ranks[at.open_tail] = rank;
      after.score += tail.found[rank].made_of.score - tail.found[rank - 1].made_of.score;
      push(at, std::move(after));
    }
    at.open.reset();
  }
  if (at.candidates.empty()) {
    at.is_done = true;
    return std::nullopt;
  }
  // The best is in front of the heap; it stays there until all it is made of is known.
  if (const auto before = missing_tail(at, at.candidates.front())) return before;
  std::pop_heap(at.candidates.begin(), at.candidates.end(), candidate::comes_later);
  candidate best = std::move(at.candidates.back());
  at.candidates.pop_back();
  const string_hash string = string_of(at, best);
  const auto last =
      std::find_if(best.ranks.rbegin(), best.ranks.rend(), [](uint32_t rank) { return rank > 0; });
  // As in the search, a candidate is reached only from the one before it in its last rank.
  at.open_tail = static_cast<size_t>(std::max<ptrdiff_t>(0, best.ranks.rend() - last - 1));
  at.open = best;
  if (word_types_.empty() || at.strings.insert(string.hash).second) {
    at.found.push_back({std::move(best), string});
  }
  return std::nullopt;
}

std::optional<derivation_lister::wish> derivation_lister::missing_tail(const node& at,
                                                                       const candidate& one) {
  const auto tails = at.ways[one.way].tails;
  for (size_t tail = 0; tail < tails.size(); ++tail) {
    if (node_of(tails[tail]).found.size() <= one.ranks[tail]) {
      return wish{tails[tail], one.ranks[tail]};
    }
  }
  return std::nullopt;
}

void derivation_lister::push(node& at, candidate made) {
  at.candidates.push_back(std::move(made));
  std::push_heap(at.candidates.begin(), at.candidates.end(), candidate::comes_later);
}

derivation_lister::string_hash derivation_lister::string_of(const node& at, const candidate& one) {
  string_hash string;
  if (word_types_.empty()) return string;
  const way& made = at.ways[one.way];
  size_t tail = 0;
  const auto add_tail = [&] {
    string.add(node_of(made.tails[tail]).found[one.ranks[tail]].string);
    ++tail;
  };
  if (made.edge == nothing) {
    add_tail();
    return string;
  }
  for (const int32_t piece : forest_.yields[made.edge]) {
    if (piece < 0) {
      add_tail();
    } else {
      const auto type = static_cast<uint64_t>(word_types_[static_cast<size_t>(piece)]) + 1;
      string.add({hashing::finish(type), hashing::first_prime});
    }
  }
  return string;
}

found_derivation derivation_lister::describe(uint32_t rank) {
  found_derivation described{node_of(goal_).found[rank].made_of.score, 0, {}};
  std::vector<wish> pending{{goal_, rank}};
  while (!pending.empty()) {
    const wish now = pending.back();
    pending.pop_back();
    node& at = node_of(now.node);
    const candidate& made_of = at.found[now.rank].made_of;
    const way& made = at.ways[made_of.way];
    if (made.edge == nothing) {
      described.stratum = chart_.items[made.tails[0]].stratum;
    } else {
      described.edges.push_back(made.edge);
    }
    for (size_t tail = made.tails.size(); tail-- > 0;) {
      pending.push_back({made.tails[tail], made_of.ranks[tail]});
    }
  }
  return described;
}

}  // namespace laconic

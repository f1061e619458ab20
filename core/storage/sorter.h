// Sorts records by their keys under a limit on memory: what does not fit is sorted in runs, put
// into a temporary file and merged. The result is the same with one run as with many.
//
// A record is plain data with a `key` of one or more 64-bit limbs, the first one most significant.
// Records with equal keys are combined by `absorb` where the record has it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <queue>
#include <vector>

#include "storage/temporary_file.h"
#include "storage/workspace.h"

namespace laconic {

template <class Record>
concept absorbing = requires(Record record) { record.absorb(record); };

template <class Record>
class sorter {
  static constexpr size_t limbs = std::tuple_size_v<decltype(Record::key)>;

 public:
  explicit sorter(workspace& space)
      : space_(&space),
        most_(std::max<uint64_t>(1024, space.sorter_bytes() / sizeof(Record) / 2)) {}

  sorter(const sorter&) = delete;
  sorter& operator=(const sorter&) = delete;

  void push(const Record& record) {
    if (buffer_.size() == most_) spill();
    if (buffer_.size() == buffer_.capacity()) grow();
    buffer_.push_back(record);
  }

  // Ends the writing; after this `current` and `advance` give the records in order.
  void sort() {
    if (!runs_.empty()) {
      spill();
      release(buffer_);
      start_merge();
    } else {
      sort_buffer();
    }
    next();
  }

  const Record* current() const { return has_current_ ? &current_ : nullptr; }
  void advance() { next(); }

 private:
  struct run {
    uint64_t offset, count;      // what is left of it in the file
    std::vector<Record> loaded;  // what is being merged
    size_t at = 0;
  };

  static void release(std::vector<Record>& records) { std::vector<Record>().swap(records); }

  // Doubling would overshoot the share of memory; the last step goes just to it.
  void grow() {
    const uint64_t wanted = std::max<uint64_t>(1024, buffer_.capacity() * 2);
    buffer_.reserve(std::min(wanted, most_));
  }

  // Least significant digit first, a byte at a time; digits that are equal everywhere are skipped.
  void sort_buffer() {
    std::vector<std::array<uint64_t, 256>> counts(limbs * 8);
    for (const Record& record : buffer_) {
      for (size_t digit = 0; digit < limbs * 8; ++digit) ++counts[digit][byte_of(record, digit)];
    }
    std::vector<Record> scratch;
    for (size_t digit = 0; digit < limbs * 8; ++digit) {
      if (buffer_.empty() || counts[digit][byte_of(buffer_[0], digit)] == buffer_.size()) continue;
      if (scratch.empty()) scratch.resize(buffer_.size());
      uint64_t place = 0;
      for (uint64_t& count : counts[digit]) place += std::exchange(count, place);
      for (const Record& record : buffer_) {
        scratch[counts[digit][byte_of(record, digit)]++] = record;
      }
      buffer_.swap(scratch);
      space_->work().advance(0);
    }
    combine();
  }
  static unsigned byte_of(const Record& record, size_t digit) {
    return static_cast<unsigned>(record.key[limbs - 1 - digit / 8] >> (8 * (digit % 8))) & 255;
  }
  void combine() {
    if constexpr (absorbing<Record>) {
      if (buffer_.empty()) return;
      size_t last = 0;
      for (size_t at = 1; at < buffer_.size(); ++at) {
        if (buffer_[at].key == buffer_[last].key) {
          buffer_[last].absorb(buffer_[at]);
        } else {
          buffer_[++last] = buffer_[at];
        }
      }
      buffer_.resize(last + 1);
    }
  }

  void spill() {
    sort_buffer();
    if (!file_) file_.emplace(space_->folder());
    const uint64_t offset = file_->append(buffer_.data(), buffer_.size() * sizeof(Record));
    runs_.push_back({offset, buffer_.size(), {}, 0});
    buffer_.clear();
  }

  bool later(size_t one, size_t two) const {
    const Record& first = runs_[one].loaded[runs_[one].at];
    const Record& second = runs_[two].loaded[runs_[two].at];
    return first.key != second.key ? first.key > second.key : one > two;
  }
  void start_merge() {
    const uint64_t share = space_->sorter_bytes() / 2 / sizeof(Record) / runs_.size();
    loaded_records_ = std::max<uint64_t>(256, share);
    for (size_t number = 0; number < runs_.size(); ++number) {
      if (load(runs_[number])) queue_.push(number);
    }
  }
  bool load(run& from) {
    const uint64_t count = std::min(loaded_records_, from.count);
    if (count == 0) return false;
    from.loaded.resize(count);
    file_->read(from.offset, from.loaded.data(), count * sizeof(Record));
    from.offset += count * sizeof(Record);
    from.count -= count;
    from.at = 0;
    return true;
  }
  bool take(Record& record) {
    if (runs_.empty()) {
      if (at_ == buffer_.size()) {
        release(buffer_);
        at_ = 0;
        return false;
      }
      record = buffer_[at_++];
      return true;
    }
    if (queue_.empty()) return false;
    const size_t number = queue_.top();
    queue_.pop();
    run& from = runs_[number];
    record = from.loaded[from.at++];
    if (from.at < from.loaded.size() || load(from)) queue_.push(number);
    return true;
  }
  // In one run equal keys are combined already; between runs they are combined here.
  void next() {
    has_current_ = has_ahead_ || take(ahead_);
    if (!has_current_) return;
    current_ = ahead_;
    has_ahead_ = take(ahead_);
    if constexpr (absorbing<Record>) {
      while (has_ahead_ && ahead_.key == current_.key) {
        current_.absorb(ahead_);
        has_ahead_ = take(ahead_);
      }
    }
  }

  workspace* space_;
  uint64_t most_;
  std::vector<Record> buffer_;
  std::optional<temporary_file> file_;
  std::vector<run> runs_;
  struct by_key {
    const sorter* owner;
    bool operator()(size_t one, size_t two) const { return owner->later(one, two); }
  };
  std::priority_queue<size_t, std::vector<size_t>, by_key> queue_{by_key{this}};
  uint64_t loaded_records_ = 0;
  size_t at_ = 0;
  Record current_{}, ahead_{};
  bool has_current_ = false, has_ahead_ = false;
};

}  // namespace laconic

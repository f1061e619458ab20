// Records written once and read from the start, any number of times: in memory while there is
// room, otherwise in a temporary file.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "storage/temporary_file.h"
#include "storage/workspace.h"

namespace laconic {

template <class Record>
class spool {
  static_assert(std::is_trivially_copyable_v<Record>);
  static constexpr uint64_t block_records = std::max<uint64_t>(1, (1 << 18) / sizeof(Record));
  static constexpr uint64_t block_bytes = block_records * sizeof(Record);
  using block = std::unique_ptr<Record[]>;

 public:
  explicit spool(workspace& space) : space_(&space) {}
  spool(spool&& other) noexcept : space_(other.space_) { swap(other); }
  spool& operator=(spool&& other) noexcept {
    swap(other);
    return *this;
  }
  ~spool() { clear(); }

  void swap(spool& other) noexcept {
    std::swap(space_, other.space_);
    blocks_.swap(other.blocks_);
    filling_.swap(other.filling_);
    file_.swap(other.file_);
    std::swap(size_, other.size_);
  }

  void push(const Record& record) {
    const uint64_t at = size_ % block_records;
    if (at == 0) open_block();
    filling_[at] = record;
    ++size_;
  }
  uint64_t size() const { return size_; }

  void clear() {
    space_->release(blocks_.size() * block_bytes);
    blocks_.clear();
    filling_.reset();
    file_.reset();
    size_ = 0;
  }

  // The records in turn: `current` is null at the end.
  class reader {
   public:
    explicit reader(const spool& from) : from_(&from) { load(); }
    const Record* current() const { return current_; }
    void advance() {
      ++at_;
      if (++current_ == end_) load();
    }
    uint64_t position() const { return at_; }

   private:
    void load() {
      const uint64_t count = std::min(block_records, from_->size_ - at_);
      const Record* start = count == 0 ? nullptr : from_->block_at(at_ / block_records, loaded_);
      current_ = start;
      end_ = start == nullptr ? nullptr : start + count;
    }

    const spool* from_;
    block loaded_;
    uint64_t at_ = 0;
    const Record* current_ = nullptr;
    const Record* end_ = nullptr;
  };

  reader read() const { return reader(*this); }

 private:
  void open_block() {
    if (filling_ != nullptr) store_block();
    if (filling_ == nullptr) filling_ = std::make_unique_for_overwrite<Record[]>(block_records);
  }
  // A full block stays in memory only if all before it did.
  void store_block() {
    if (!file_ && space_->reserve(block_bytes)) {
      blocks_.push_back(std::move(filling_));
      return;
    }
    if (!file_) {
      file_.emplace(space_->folder());
      for (const block& kept : blocks_) file_->append(kept.get(), block_bytes);
      space_->release(blocks_.size() * block_bytes);
      blocks_.clear();
    }
    file_->append(filling_.get(), block_bytes);
  }
  // The last block is the one being filled; the ones before it are in memory or in the file.
  const Record* block_at(uint64_t number, block& loaded) const {
    if (number == (size_ - 1) / block_records) return filling_.get();
    if (!file_) return blocks_[number].get();
    if (loaded == nullptr) loaded = std::make_unique_for_overwrite<Record[]>(block_records);
    file_->read(number * block_bytes, loaded.get(), block_bytes);
    return loaded.get();
  }

  workspace* space_;
  std::vector<block> blocks_;
  block filling_;
  std::optional<temporary_file> file_;
  uint64_t size_ = 0;
};

}  // namespace laconic

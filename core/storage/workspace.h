// Where the estimation keeps what it works on: a share of the memory, and a folder for the rest.
#pragma once

#include <cstdint>
#include <string>

#include "progress.h"

namespace laconic {

// All memory but the vocabulary's is divided as follows, so that the sum stays under the limit: at
// most two sorters hold records at a time, each with a quarter (half of that is scratch), and all
// spools share a fifth. The rest is left for buffers and for the text that is being read.
class workspace {
 public:
  workspace(std::string folder, uint64_t memory_bytes, progress& work)
      : folder_(std::move(folder)), memory_bytes_(memory_bytes), work_(&work) {}

  const std::string& folder() const { return folder_; }
  progress& work() const { return *work_; }
  uint64_t sorter_bytes() const { return memory_bytes_ / 4; }
  uint64_t buffer_bytes() const { return memory_bytes_ / 20; }

  // Whether a spool may keep so many bytes more in memory.
  bool reserve(uint64_t bytes) {
    if (spooled_bytes_ + bytes > memory_bytes_ / 5) return false;
    spooled_bytes_ += bytes;
    return true;
  }
  void release(uint64_t bytes) { spooled_bytes_ -= bytes; }

  // The vocabulary's memory is not there for anything else.
  void give_up(uint64_t bytes) {
    const uint64_t least = memory_bytes_ / 4;
    memory_bytes_ = memory_bytes_ > bytes + least ? memory_bytes_ - bytes : least;
  }

 private:
  std::string folder_;
  uint64_t memory_bytes_;
  uint64_t spooled_bytes_ = 0;
  progress* work_;
};

}  // namespace laconic

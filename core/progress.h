// How far long work has come, and whether it should stop; read and set from other threads.
#pragma once

#include <atomic>
#include <cstdint>

#include "errors.h"

namespace laconic {

class progress {
 public:
  // Opens a step of `total` items, 0 if that is not known; the step before it is forgotten.
  void begin(const char* step, uint64_t total) {
    step_ = step;
    total_ = total;
    done_ = 0;
  }
  void advance(uint64_t items) {
    done_ += items;
    if (cancelled_) throw cancelled();
  }
  void cancel() { cancelled_ = true; }
  // Once the work has stopped: the next may go on.
  void resume() { cancelled_ = false; }

  uint64_t done() const { return done_; }
  uint64_t total() const { return total_; }
  const char* step() const { return step_; }

 private:
  std::atomic<uint64_t> done_{0}, total_{0};
  std::atomic<const char*> step_{""};
  std::atomic<bool> cancelled_{false};
};

}  // namespace laconic

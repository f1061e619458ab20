// Numbers turned into codes of a few bits: each stands for the centre nearest to it, and the
// centres are placed where the numbers are (Lloyd's algorithm on a histogram).
#pragma once

#include <cstdint>
#include <vector>

namespace laconic {

class quantiser {
 public:
  void add(float value);
  // Places the centres; `add` comes before, `code` after.
  void place(uint64_t centres);

  uint32_t code(float value) const;
  const std::vector<float>& centres() const { return centres_; }

 private:
  struct bin {
    uint64_t count = 0;
    double sum = 0;
  };
  std::vector<bin> bins_;
  std::vector<float> centres_;  // sorted
};

}  // namespace laconic

// The tagger's network: a number for each token of a sentence, from rows of a table.
//
// 1. A token begins as the sum of the rows of its inputs.
// 2. Every layer adds to the states. A convolution reads, for each token, its own state, those of
//    its neighbours at a distance, of its governor and of that one's governor, and the mean of those
//    of its dependents. Attention reads the states of all tokens.
// 3. States are normalised before each layer and at the end, where a sum of them is the answer.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace laconic {

// Two maps by rows (from what is read, and back to a state), with something in between.
struct tagger_layer {
  int32_t distance;  // of neighbours; 0 for attention
  std::vector<float> inner, inner_bias, outer, outer_bias;
};

class tagger {
 public:
  // `table` has a row of whole numbers of 8 bits for each input, and a scale for each row.
  tagger(std::span<const int8_t> table, std::span<const float> scales,
         std::vector<tagger_layer> layers, std::vector<float> output, float output_bias);

  // `rows` are as many for each token; a governor is a token, or below 0 if there is none.
  std::vector<float> run(std::span<const int64_t> rows, std::span<const int64_t> governors) const;

  static constexpr size_t read_states = 6, heads = 4;

 private:
  void check(const tagger_layer& layer) const;

  size_t width_;
  std::vector<int8_t> table_;
  std::vector<float> scales_;
  std::vector<tagger_layer> layers_;
  std::vector<float> output_;
  float output_bias_;
};

}  // namespace laconic

#include "scoring/tagger.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <utility>

// Products are most of the work; wider registers are used where the machine has them.
#if defined(__GNUC__) && __GNUC__ >= 12 && !defined(__clang__) && defined(__x86_64__) && \
    defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define LACONIC_WIDE __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define LACONIC_WIDE
#endif

namespace laconic {

namespace {

using floats = std::vector<float>;

constexpr float epsilon = 1e-5F;

// Eight numbers at a time, in one register where it is that wide.
constexpr size_t lanes = 8;
typedef float eight __attribute__((vector_size(lanes * sizeof(float))));

// Adds to each of four rows of sums its numbers times the rows of a matrix.
LACONIC_WIDE void multiply_four(const float* const* numbers, size_t count, const float* matrix,
                                size_t width, float* const* sums) {
  const float *one = numbers[0], *two = numbers[1], *three = numbers[2], *four = numbers[3];
  size_t column = 0;
  for (; column + 2 * lanes <= width; column += 2 * lanes) {
    eight made[8] = {};
    for (size_t row = 0; row < count; ++row) {
      eight left, right;
      std::memcpy(&left, matrix + row * width + column, sizeof left);
      std::memcpy(&right, matrix + row * width + column + lanes, sizeof right);
      made[0] += one[row] * left;
      made[1] += one[row] * right;
      made[2] += two[row] * left;
      made[3] += two[row] * right;
      made[4] += three[row] * left;
      made[5] += three[row] * right;
      made[6] += four[row] * left;
      made[7] += four[row] * right;
    }
    for (size_t at = 0; at < 8 * lanes; ++at) {
      sums[at / (2 * lanes)][column + at % (2 * lanes)] += made[at / lanes][at % lanes];
    }
  }
  for (; column < width; ++column) {
    for (size_t row = 0; row < count; ++row) {
      for (size_t at = 0; at < 4; ++at) {
        sums[at][column] += numbers[at][row] * matrix[row * width + column];
      }
    }
  }
}

// The rows of `numbers` times a matrix, and a bias.
floats multiply(const floats& numbers, size_t count, const floats& matrix, const floats& bias) {
  const size_t width = bias.size(), tokens = numbers.size() / count;
  floats sums(tokens * width), spare(3 * width);
  for (size_t token = 0; token < tokens; ++token) {
    std::copy(bias.begin(), bias.end(), sums.begin() + static_cast<ptrdiff_t>(token * width));
  }
  for (size_t token = 0; token < tokens; token += 4) {
    const float* from[4];
    float* to[4];
    for (size_t at = 0; at < 4; ++at) {
      // Past the end the first of the four is done again, and left.
      const bool is_there = token + at < tokens;
      from[at] = numbers.data() + (is_there ? token + at : token) * count;
      to[at] = is_there ? sums.data() + (token + at) * width : spare.data() + (at - 1) * width;
    }
    multiply_four(from, count, matrix.data(), width, to);
  }
  return sums;
}

// Each state with mean 0 and variance 1.
floats normalise(const floats& states, size_t width) {
  floats normal(states.size());
  for (size_t start = 0; start < states.size(); start += width) {
    float mean = 0.0F, variance = 0.0F;
    for (size_t at = start; at < start + width; ++at) mean += states[at];
    mean /= static_cast<float>(width);
    for (size_t at = start; at < start + width; ++at) {
      normal[at] = states[at] - mean;
      variance += normal[at] * normal[at];
    }
    const float scale = 1.0F / std::sqrt(variance / static_cast<float>(width) + epsilon);
    for (size_t at = start; at < start + width; ++at) normal[at] *= scale;
  }
  return normal;
}

// The states that a convolution reads for each token, side by side; 0 for those that are not there.
floats read_linked(const floats& states, size_t width, int64_t distance,
                   std::span<const int64_t> governors) {
  const auto tokens = static_cast<int64_t>(governors.size());
  const size_t read = tagger::read_states * width;
  floats linked(governors.size() * read);
  std::vector<float> dependents(governors.size());
  for (const int64_t governor : governors) {
    if (governor >= 0) ++dependents[static_cast<size_t>(governor)];
  }
  for (int64_t token = 0; token < tokens; ++token) {
    const int64_t governor = governors[static_cast<size_t>(token)];
    const int64_t above = governor < 0 ? -1 : governors[static_cast<size_t>(governor)];
    const int64_t others[] = {token, token - distance, token + distance, governor, above};
    float* to = linked.data() + static_cast<size_t>(token) * read;
    for (const int64_t other : others) {
      if (other >= 0 && other < tokens) {
        const float* from = states.data() + static_cast<size_t>(other) * width;
        std::copy(from, from + width, to);
      }
      to += width;
    }
    if (governor >= 0) {
      const auto place = static_cast<size_t>(governor);
      float* mean = linked.data() + place * read + (tagger::read_states - 1) * width;
      const float* from = states.data() + static_cast<size_t>(token) * width;
      for (size_t at = 0; at < width; ++at) mean[at] += from[at] / dependents[place];
    }
  }
  return linked;
}

// What each token finds in all of them, by query, key and value, with several heads.
floats attend(const floats& parts, size_t width) {
  const size_t tokens = parts.size() / (3 * width), size = width / tagger::heads;
  const float scale = 1.0F / std::sqrt(static_cast<float>(size));
  floats found(tokens * width), shares(tokens);
  for (size_t token = 0; token < tokens; ++token) {
    for (size_t head = 0; head < width; head += size) {
      const float* query = parts.data() + token * 3 * width + head;
      for (size_t other = 0; other < tokens; ++other) {
        const float* key = parts.data() + other * 3 * width + width + head;
        float sum = 0.0F;
        for (size_t at = 0; at < size; ++at) sum += query[at] * key[at];
        shares[other] = sum * scale;
      }
      const float largest = *std::max_element(shares.begin(), shares.end());
      float total = 0.0F;
      for (float& share : shares) total += share = std::exp(share - largest);
      float* to = found.data() + token * width + head;
      for (size_t other = 0; other < tokens; ++other) {
        const float* value = parts.data() + other * 3 * width + 2 * width + head;
        const float share = shares[other] / total;
        for (size_t at = 0; at < size; ++at) to[at] += share * value[at];
      }
    }
  }
  return found;
}

}  // namespace

tagger::tagger(std::span<const int8_t> table, std::span<const float> scales,
               std::vector<tagger_layer> layers, std::vector<float> output, float output_bias)
    : width_(output.size()),
      table_(table.begin(), table.end()),
      scales_(scales.begin(), scales.end()),
      layers_(std::move(layers)),
      output_(std::move(output)),
      output_bias_(output_bias) {
  if (width_ == 0 || width_ % heads != 0 || table_.size() != scales_.size() * width_) {
    throw std::invalid_argument("the tagger's table is of another form");
  }
  for (const tagger_layer& layer : layers_) check(layer);
}

void tagger::check(const tagger_layer& layer) const {
  const bool attends = layer.distance == 0;
  const size_t read = attends ? width_ : read_states * width_, inner = layer.inner_bias.size();
  const size_t made = attends ? width_ : inner;
  if (layer.distance < 0 || inner == 0 || (attends && inner != 3 * width_) ||
      layer.inner.size() != read * inner || layer.outer.size() != made * width_ ||
      layer.outer_bias.size() != width_) {
    throw std::invalid_argument("a layer of the tagger is of another form");
  }
}

std::vector<float> tagger::run(std::span<const int64_t> rows,
                               std::span<const int64_t> governors) const {
  const size_t tokens = governors.size();
  if (tokens == 0) return {};
  if (rows.size() % tokens != 0)
    throw std::invalid_argument("tokens have other inputs than others");
  const size_t inputs = rows.size() / tokens;
  for (const int64_t governor : governors) {
    if (governor >= static_cast<int64_t>(tokens)) throw std::invalid_argument("a governor is none");
  }
  floats states(tokens * width_);
  for (size_t place = 0; place < rows.size(); ++place) {
    if (rows[place] < 0 || static_cast<size_t>(rows[place]) >= scales_.size()) {
      throw std::invalid_argument("an input has no row");
    }
    const auto row = static_cast<size_t>(rows[place]);
    float* state = states.data() + place / inputs * width_;
    const int8_t* from = table_.data() + row * width_;
    for (size_t at = 0; at < width_; ++at) state[at] += scales_[row] * static_cast<float>(from[at]);
  }
  for (const tagger_layer& layer : layers_) {
    const floats normal = normalise(states, width_);
    floats found;
    if (layer.distance == 0) {
      found = attend(multiply(normal, width_, layer.inner, layer.inner_bias), width_);
    } else {
      const floats read = read_linked(normal, width_, layer.distance, governors);
      found = multiply(read, read_states * width_, layer.inner, layer.inner_bias);
      for (float& number : found) number = std::max(number, 0.0F);
    }
    const floats added = multiply(found, found.size() / tokens, layer.outer, layer.outer_bias);
    for (size_t at = 0; at < states.size(); ++at) states[at] += added[at];
  }
  const floats normal = normalise(states, width_);
  std::vector<float> answers(tokens, output_bias_);
  for (size_t at = 0; at < normal.size(); ++at)
    answers[at / width_] += normal[at] * output_[at % width_];
  return answers;
}

}  // namespace laconic

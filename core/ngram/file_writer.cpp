#include "file_writer.h"

#include <algorithm>

#include "errors.h"

namespace laconic {

file_writer::file_writer(const std::string& path, uint64_t header_bytes)
    : path_(path), file_(std::fopen(path.c_str(), "wb")) {
  if (file_ == nullptr) throw file_error(path, errno);
  const std::vector<char> room(header_bytes, 0);
  write_at_end(room.data(), room.size());
}

file_writer::~file_writer() {
  if (file_ != nullptr) std::fclose(file_);
}

void file_writer::write_at_end(const void* data, uint64_t size) {
  if (size > 0 && std::fwrite(data, 1, size, file_) != size) throw file_error(path_, errno);
  written_ += size;
}

void file_writer::write(const void* data, uint64_t size) {
  payload_.add(data, size);
  write_at_end(data, size);
}

void file_writer::pad_to(uint64_t offset) {
  constexpr char zeros[64] = {};
  while (written_ < offset) write(zeros, std::min<uint64_t>(offset - written_, sizeof zeros));
}

void file_writer::finish(const void* header, uint64_t size) {
  const bool done = std::fseek(file_, 0, SEEK_SET) == 0 &&
                    std::fwrite(header, 1, size, file_) == size && std::fflush(file_) == 0;
  if (!done) throw file_error(path_, errno);
}

void bit_writer::put(uint64_t value, unsigned width) {
  waiting_ |= (value & low_mask(width)) << waiting_bits_;
  waiting_bits_ += width;
  for (; waiting_bits_ >= 8; waiting_bits_ -= 8, waiting_ >>= 8) {
    bytes_.push_back(static_cast<uint8_t>(waiting_));
  }
  if (bytes_.size() >= (1 << 16)) {
    file_->write(bytes_.data(), bytes_.size());
    bytes_.clear();
  }
}

void bit_writer::finish() {
  if (waiting_bits_ > 0) put(0, 8 - waiting_bits_);
  bytes_.insert(bytes_.end(), packed_padding, 0);
  file_->write(bytes_.data(), bytes_.size());
  bytes_.clear();
}

}  // namespace laconic

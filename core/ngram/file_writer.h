// Writes a file from front to back with a checksum of all after its header, which comes last.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "hashing.h"
#include "ngram/layout.h"

namespace laconic {

class file_writer {
 public:
  file_writer(const std::string& path, uint64_t header_bytes);
  ~file_writer();
  file_writer(const file_writer&) = delete;
  file_writer& operator=(const file_writer&) = delete;

  void write(const void* data, uint64_t size);
  // Zeros up to where the next section begins.
  void pad_to(uint64_t offset);
  template <class Item>
  void write_section(section at, const std::vector<Item>& items) {
    pad_to(at.offset);
    write(items.data(), items.size() * sizeof(Item));
  }

  uint64_t payload_checksum() const { return payload_.value(); }
  void finish(const void* header, uint64_t size);

 private:
  void write_at_end(const void* data, uint64_t size);

  std::string path_;
  std::FILE* file_;
  uint64_t written_ = 0;
  checksum payload_;
};

// Packs fields of up to 57 bits into a section of a file.
class bit_writer {
 public:
  explicit bit_writer(file_writer& file) : file_(&file) {}
  void put(uint64_t value, unsigned width);
  // Writes what is left, and the padding.
  void finish();

 private:
  file_writer* file_;
  std::vector<uint8_t> bytes_;
  uint64_t waiting_ = 0;
  unsigned waiting_bits_ = 0;
};

}  // namespace laconic

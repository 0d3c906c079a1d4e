// All pairs of boxes that meet, among many that move: the broad phase of a scene.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <touchstone/shapes2.hpp>

namespace touchstone {

/// A striped sweep: boxes are sorted by their left side and dealt to horizontal stripes of about equally many
/// boxes; each stripe is swept from left to right. Stripes follow the boxes, so clusters and far offsets cost
/// nothing extra; nothing is carried over from one update to the next but storage.
/// A box that reaches into several stripes is an entry in each, and there are stripes only as long as boxes
/// have kEntriesPerBox entries on average: tall boxes among small ones cost little, many tall boxes mean few
/// stripes.
///
/// Laws: 1. a pair is visited exactly when its closed boxes meet, be it in a single point, flat ones too;
/// 2. once; 3. as (i, j) with i < j. Decided by comparisons of the given numbers alone, so exact for every
/// number, infinities included. A box with a NaN, or with min > max, is empty: it is in no pair.
/// Allocates in reserve() alone; update() calls it when there are more boxes than ever before.
template <class T>
class BroadPhase {
 public:
  /// Storage for that many boxes at once.
  void reserve(std::size_t boxes) {
    keys_.reserve(boxes);
    spare_keys_.reserve(boxes);
    spans_.reserve(boxes);
    entries_.reserve(kEntriesPerBox * boxes);
    const std::size_t stripes = std::clamp<std::size_t>(boxes / kBoxesPerStripe, 1, kMostStripes);
    borders_.reserve(stripes);
    ends_.reserve(stripes);
    samples_.reserve(stripes * kSamplesPerStripe);
    counts_.resize(kDigits);
  }

  /// Takes over where the boxes are now; they are copied. Requires fewer than 2^32 - 1.
  /// Cost: linear; some passes over the boxes, no comparison sort.
  void update(std::span<const Aabb2<T>> boxes) {
    assert(boxes.size() < std::numeric_limits<std::uint32_t>::max());
    if (boxes.size() > keys_.capacity() || counts_.empty()) reserve(boxes.size() + boxes.size() / 2);
    collect(boxes);
    sort_keys();
    set_borders(boxes);
    choose_stripes(boxes);
    deal(boxes);
  }

  /// Calls visit(std::uint32_t i, std::uint32_t j) for each pair, in no promised order.
  /// Cost: for each entry the ones of its stripe that begin within its width.
  template <class Visit>
  void visit_pairs(Visit&& visit) const {
    for (std::size_t stripe = 0; stripe < ends_.size(); ++stripe) {
      const Entry* const end = entries_.data() + ends_[stripe];
      for (const Entry* a = entries_.data() + (stripe == 0 ? 0 : ends_[stripe - 1]); a < end; ++a) {
        const Entry one = *a;
        for (const Entry* b = a + 1; b < end && b->box.min.x <= one.box.max.x; ++b) {
          // The first of the stripes that both are in speaks for the pair.
          if (b->box.min.y <= one.box.max.y && one.box.min.y <= b->box.max.y &&
              std::max(one.first_stripe, b->first_stripe) == stripe) {
            visit(std::min(one.index, b->index), std::max(one.index, b->index));
          }
        }
      }
    }
  }

 private:
  static constexpr std::size_t kEntriesPerBox = 3;
  static constexpr std::uint32_t kMostStripes = 1024;
  static constexpr std::size_t kBoxesPerStripe = 64;  ///< aimed at
  static constexpr std::size_t kSamplesPerStripe = 4;
  static constexpr int kDigitBits = 11;
  static constexpr std::size_t kDigitValues = std::size_t{1} << kDigitBits;

  using Bits = std::conditional_t<sizeof(T) == sizeof(std::uint64_t), std::uint64_t, std::uint32_t>;
  static_assert(sizeof(Bits) == sizeof(T));
  static constexpr int kBits = std::numeric_limits<Bits>::digits;
  static constexpr int kDigits = (kBits + kDigitBits - 1) / kDigitBits;

  struct Key {
    Bits left;
    std::uint32_t index;
  };
  struct Span {
    std::uint32_t first;
    std::uint32_t last;
  };
  struct Entry {
    Aabb2<T> box;
    std::uint32_t index;
    std::uint32_t first_stripe;
  };

  /// An integer that orders as the number does; -0 and +0 are one.
  static Bits ordered(T value) {
    constexpr Bits kSign = Bits{1} << (kBits - 1);
    const Bits bits = std::bit_cast<Bits>(value + T{0});
    return (bits & kSign) != 0 ? ~bits : bits | kSign;
  }

  void collect(std::span<const Aabb2<T>> boxes) {
    keys_.clear();
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Aabb2<T>& box = boxes[i];
      if (box.min.x <= box.max.x && box.min.y <= box.max.y)
        keys_.push_back({ordered(box.min.x), static_cast<std::uint32_t>(i)});
    }
  }

  /// Radix sort, least digit first; a digit that all keys share is skipped.
  void sort_keys() {
    for (auto& counts : counts_) counts.fill(0);
    for (const Key& key : keys_) {
      for (int d = 0; d < kDigits; ++d) ++counts_[d][digit(key, d)];
    }
    spare_keys_.resize(keys_.size());
    for (int d = 0; d < kDigits && !keys_.empty(); ++d) {
      std::array<std::uint32_t, kDigitValues>& places = counts_[d];
      if (places[digit(keys_[0], d)] == keys_.size()) continue;
      std::uint32_t place = 0;
      for (std::uint32_t& count : places) place += std::exchange(count, place);
      for (const Key& key : keys_) spare_keys_[places[digit(key, d)]++] = key;
      keys_.swap(spare_keys_);
    }
  }
  static std::size_t digit(const Key& key, int d) {
    return static_cast<std::size_t>(key.left >> (d * kDigitBits)) & (kDigitValues - 1);
  }

  /// Borders between a power of two of stripes: quantiles of a sample of lower sides.
  void set_borders(std::span<const Aabb2<T>> boxes) {
    const std::size_t n = keys_.size();
    const std::size_t stripes = std::bit_floor(std::clamp<std::size_t>(n / kBoxesPerStripe, 1, kMostStripes));
    const std::size_t samples = stripes * kSamplesPerStripe;
    borders_.clear();
    samples_.clear();
    if (stripes == 1) return;
    for (std::size_t i = 0; i < samples; ++i) samples_.push_back(boxes[keys_[i * n / samples].index].min.y);
    std::sort(samples_.begin(), samples_.end());
    for (std::size_t s = kSamplesPerStripe; s < samples; s += kSamplesPerStripe)
      borders_.push_back(samples_[s]);
  }

  /// The number of borders at or below y. Monotone in y: where two boxes meet, so do their spans of stripes.
  std::uint32_t stripe_of(T y) const {
    std::size_t low = 0;
    for (std::size_t half = (borders_.size() + 1) / 2; half > 0; half /= 2)
      low += borders_[low + half - 1] <= y ? half : 0;
    return static_cast<std::uint32_t>(low);
  }

  /// Stripes are joined in pairs until the entries are few.
  void choose_stripes(std::span<const Aabb2<T>> boxes) {
    spans_.clear();
    for (const Key& key : keys_) {
      const Aabb2<T>& box = boxes[key.index];
      const std::uint32_t first = borders_.empty() ? 0 : stripe_of(box.min.y);
      const bool in_one = first == borders_.size() || box.max.y < borders_[first];
      spans_.push_back({first, in_one ? first : stripe_of(box.max.y)});
    }
    int joined = 0;
    while (entry_count(joined) > kEntriesPerBox * keys_.size()) ++joined;
    ends_.assign((borders_.size() >> joined) + 1, 0);
    for (Span& span : spans_) span = {span.first >> joined, span.last >> joined};
  }
  std::size_t entry_count(int joined) const {
    std::size_t count = 0;
    for (const Span& span : spans_) count += (span.last >> joined) - (span.first >> joined) + 1;
    return count;
  }

  /// Entries of each stripe, from left to right.
  void deal(std::span<const Aabb2<T>> boxes) {
    for (const Span& span : spans_) {
      for (std::uint32_t s = span.first; s <= span.last; ++s) ++ends_[s];
    }
    std::size_t place = 0;
    for (std::size_t& end : ends_) place += std::exchange(end, place);
    entries_.resize(place);
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      const std::uint32_t index = keys_[i].index;
      const Span span = spans_[i];
      for (std::uint32_t s = span.first; s <= span.last; ++s)
        entries_[ends_[s]++] = {boxes[index], index, span.first};
    }
  }

  std::vector<Key> keys_;  ///< of the boxes that are not empty, by left side
  std::vector<Key> spare_keys_;
  std::vector<Span> spans_;  ///< the stripes of keys_[i]
  std::vector<Entry> entries_;
  std::vector<std::size_t> ends_;  ///< of the entries of each stripe
  std::vector<T> borders_;
  std::vector<T> samples_;
  std::vector<std::array<std::uint32_t, kDigitValues>> counts_;
};

}  // namespace touchstone

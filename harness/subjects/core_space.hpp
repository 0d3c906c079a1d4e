// What the subjects core.* answer in space.
#pragma once

#include <cstdint>
#include <memory>

#include <touchstone/answers.hpp>

#include "harness/subject.hpp"

namespace touchstone {

enum class CoreMethod : std::uint8_t { front, sat, gjk, epa, span, parts, mpr };

/// As in Subject, of one method.
class CoreSpace {
 public:
  virtual ~CoreSpace() = default;
  virtual void prepare(const Shape3<double>& a, const Shape3<double>& b) = 0;
  virtual bool supports(Query query, const Shape3<double>& a, const Shape3<double>& b) const = 0;
  virtual Answer answer(Query query, const Shape3<double>& a, const Shape3<double>& b) = 0;
};

/// float32: shapes are checked as floats, and numbers of the answer are rounded to floats.
std::unique_ptr<CoreSpace> make_core_space(CoreMethod method, Scalar scalar);

inline Answer::Status answer_status_of(Status status) {
  switch (status) {
    case Status::ok:
      return Answer::Status::ok;
    case Status::invalid_input:
      return Answer::Status::refused;
    default:
      return Answer::Status::gave_up;
  }
}

}  // namespace touchstone

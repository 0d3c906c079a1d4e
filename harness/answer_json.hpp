// A subject's answer as JSON, with the names of the scene format.
#pragma once

#include <nlohmann/json.hpp>

#include "harness/subject.hpp"

namespace touchstone {

/// The double as a JSON number; "nan", "inf" or "-inf" where JSON has none.
nlohmann::ordered_json number_json(double value);
nlohmann::ordered_json vector_json(Vec2<double> v);
nlohmann::ordered_json vector_json(const Vec3<double>& v);

/// {"status": ..., and the fields that were answered}; points have as many numbers as the scene has
/// dimensions.
nlohmann::ordered_json to_json(const Answer& answer, int dimension);

std::string_view name_of(Answer::Status status);

}  // namespace touchstone

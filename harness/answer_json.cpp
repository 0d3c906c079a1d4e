#include "harness/answer_json.hpp"

#include <cmath>

#include "harness/scene.hpp"

namespace touchstone {

nlohmann::ordered_json number_json(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

nlohmann::ordered_json vector_json(Vec2<double> v) {
  return {number_json(v.x), number_json(v.y)};
}

nlohmann::ordered_json vector_json(const Vec3<double>& v) {
  return {number_json(v.x), number_json(v.y), number_json(v.z)};
}

nlohmann::ordered_json to_json(const Answer& answer, int dimension) {
  const auto point_json = [dimension](const Coordinates& v) {
    return dimension == 2 ? vector_json(in_plane(v)) : vector_json(v);
  };
  nlohmann::ordered_json out;
  out["status"] = name_of(answer.status);
  if (answer.relation) out["relation"] = name_of(*answer.relation);
  if (answer.hit) out["hit"] = *answer.hit;
  if (answer.kind) out["kind"] = name_of(*answer.kind);
  if (answer.location) out["location"] = name_of(*answer.location);
  if (answer.inside) out["inside"] = *answer.inside;
  if (answer.distance) out["distance"] = number_json(*answer.distance);
  if (answer.closest)
    out["closest"] =
        nlohmann::ordered_json::array({point_json(answer.closest->on_a), point_json(answer.closest->on_b)});
  if (answer.depth) out["depth"] = number_json(*answer.depth);
  if (answer.mtv) out["mtv"] = nlohmann::ordered_json::array({point_json(*answer.mtv)});
  if (answer.area) out["area"] = number_json(*answer.area);
  if (answer.t) out["t"] = number_json(*answer.t);
  if (answer.point) out["point"] = point_json(*answer.point);
  if (answer.normal) out["normal"] = point_json(*answer.normal);
  out["iterations"] = answer.iterations;
  return out;
}

std::string_view name_of(Answer::Status status) {
  switch (status) {
    case Answer::Status::ok:
      return "ok";
    case Answer::Status::refused:
      return "refused";
    case Answer::Status::gave_up:
      return "gave_up";
    case Answer::Status::crashed:
      return "crashed";
    case Answer::Status::hung:
      return "hung";
    case Answer::Status::unsupported:
      return "unsupported";
  }
  return "unknown";
}

}  // namespace touchstone

// A scene as C++ source: a GoogleTest case to paste into the tests of whoever uses the collision core.
#pragma once

#include <string>
#include <string_view>

#include "harness/scene.hpp"

namespace touchstone {

/// One TEST(...) that asks relation(checked(a), checked(b)) of <touchstone/collide.hpp>, or raycast() of
/// <touchstone/raycast.hpp>; in space both of <touchstone/collide3.hpp>. expected is what is true of the
/// scene: the name of a Relation, "hit" or "miss", or "invalid_input". The coordinates in the text are the
/// same doubles as in the scene.
std::string to_cpp_test(const Scene& scene, std::string_view expected);

/// The double as a C++ expression that the compiler reads back to the same bits: the shortest decimal, never
/// more than 17 digits; NaN and infinity through std::numeric_limits.
std::string number_to_cpp(double value);

/// A name for a test made of the letters and digits of the text: "near-touch 01" -> "NearTouch01".
std::string test_name_from(std::string_view text);

}  // namespace touchstone

// What pictures of the plane and of space share: sizes, colours, caption.
#pragma once

#include <fmt/format.h>

#include <string>

#include "harness/scene.hpp"
#include "oracle/real.hpp"

namespace touchstone::reports {

inline constexpr int kSide = 320;    ///< of the main picture, of an inset and of a view, in pixels
inline constexpr int kMargin = 24;   ///< around the scene in the picture
inline constexpr int kGap = 16;      ///< between pictures
inline constexpr int kCaption = 24;  ///< below the pictures

inline constexpr const char* kDrawingStyle =
    ".ts-paper{fill:#fff}.ts-frame{fill:none;stroke:#8a94a3;stroke-width:1}"
    ".ts-shape{stroke-width:1.75;stroke-linejoin:round;fill-rule:evenodd;fill-opacity:.22}"
    ".ts-a{fill:#2563eb;stroke:#1d4ed8}.ts-b{fill:#ea580c;stroke:#c2410c}"
    ".ts-dot{fill-opacity:1}.ts-ghost{fill:none;stroke:#c2410c;stroke-width:1.25;stroke-dasharray:4 3}"
    ".ts-mtv{stroke:#15803d;stroke-width:2.25;fill:none}.ts-head{fill:#15803d}"
    ".ts-near{fill:#111827;stroke:#fff;stroke-width:1}.ts-gap{stroke:#111827;stroke-width:1.25;fill:none}"
    ".ts-zoom{fill:none;stroke:#6b7280;stroke-width:1;stroke-dasharray:2 2}"
    ".ts-text{font:12px system-ui,sans-serif;fill:#374151}.ts-name{font-weight:700;font-size:14px}"
    ".ts-name-a{fill:#1d4ed8}.ts-name-b{fill:#c2410c}"
    "@media screen and (prefers-color-scheme:dark){.ts-paper{fill:#12161d}.ts-text{fill:#cbd5e1}"
    ".ts-a{fill:#60a5fa;stroke:#93c5fd}.ts-b{fill:#fb923c;stroke:#fdba74}.ts-ghost{stroke:#fdba74}"
    ".ts-mtv{stroke:#4ade80}.ts-head{fill:#4ade80}.ts-near{fill:#f9fafb;stroke:#12161d}"
    ".ts-gap{stroke:#f9fafb}.ts-name-a{fill:#93c5fd}.ts-name-b{fill:#fdba74}"
    ".ts-frame,.ts-zoom{stroke:#64748b}}";

/// "disjoint, distance 0.5"; of either FullTruth.
template <class FullTruth>
std::string caption_of(const FullTruth& truth) {
  if (!truth.invalid_reason.empty()) return "invalid: " + truth.invalid_reason;
  if (truth.undecided) return "undecided";
  if (truth.raycast) {
    if (!truth.raycast->hit) return "no hit";
    return fmt::format("hit at t = {:.6g}", oracle::round_to_double(*truth.raycast->t));
  }
  std::string text(name_of(*truth.relation));
  if (truth.relation == Relation::disjoint && truth.distance)
    text += fmt::format(", distance {:.3g}", oracle::round_to_double(*truth.distance));
  if (truth.relation == Relation::overlapping && truth.depth)
    text += fmt::format(", depth {:.3g}", oracle::round_to_double(*truth.depth));
  return text;
}

}  // namespace touchstone::reports

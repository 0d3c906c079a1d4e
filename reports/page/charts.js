"use strict";
// Draws the charts from the data beside it; draws them again when the colour scheme changes or for print.
(() => {
  if (typeof Chart === "undefined") return;
  const data = JSON.parse(document.getElementById("chart-data").textContent);
  const palette = ["#2563eb", "#ea580c", "#15803d", "#9333ea", "#0891b2", "#be123c", "#a16207", "#64748b",
    "#db2777", "#4d7c0f"];
  const marks = ["circle", "rect", "triangle", "rectRot", "crossRot", "star"];
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const log = { type: "logarithmic" };
  const plain = (v) => (v >= 1000 ? v.toLocaleString("en") : Number(v.toPrecision(3)).toString());
  let charts = [];

  const draw = (light) => {
    for (const chart of charts) chart.destroy();
    charts = [];
    const ink = light ? "#374151" : "#cbd5e1";
    const line = light ? "#e2e5ea" : "#2b3340";
    Chart.defaults.color = ink;
    Chart.defaults.animation = false;
    Chart.defaults.maintainAspectRatio = false;
    const axis = (title, more) => ({ title: { display: true, text: title }, grid: { color: line }, ...more });
    const add = (id, config) => {
      const canvas = document.getElementById(`chart-${id}`);
      if (canvas) charts.push(new Chart(canvas, config));
    };
    for (const id of ["cost_mixed", "cost_touching"]) {
      const lines = data[id].lines;
      const vertices = [...new Set(lines.flatMap((l) => l.points.map((p) => p.x)))];
      add(id, {
        type: "line",
        data: { datasets: lines.map((l, i) => ({ label: l.name, data: l.points, borderWidth: 2, pointRadius: 4,
          borderColor: palette[i % palette.length], backgroundColor: palette[i % palette.length],
          pointStyle: marks[i % marks.length], borderDash: i >= palette.length / 2 ? [6, 4] : [] })) },
        options: {
          scales: {
            x: axis("vertices of each polygon", { ...log, min: Math.min(...vertices) * 0.85,
              max: Math.max(...vertices) * 1.15, afterBuildTicks: (a) => {
              a.ticks = vertices.map((value) => ({ value })); }, ticks: { callback: plain } }),
            y: axis("nanoseconds a pair", { ...log, ticks: {
              callback: (v) => (/^1(\.0*)?e/.test(v.toExponential()) ? plain(v) : "") } }),
          },
          plugins: {
            legend: { position: "bottom", labels: { usePointStyle: true } },
            tooltip: { callbacks: { label: (t) => `${t.dataset.label}: ${plain(t.parsed.y)} ns` } },
          },
        },
      });
    }
    const points = data.exactness.points;
    add("exactness", {
      type: "scatter",
      data: { datasets: points.map((p, i) => ({ label: p.name, data: [{ x: p.x, y: p.y }], pointRadius: 8,
        pointHoverRadius: 10, pointStyle: marks[i % marks.length], borderWidth: 2,
        borderColor: palette[i % palette.length], backgroundColor: palette[i % palette.length] })) },
      options: {
        scales: {
          x: axis("nanoseconds a pair, 8 vertices", { ...log,
            min: Math.min(...points.map((p) => p.x)) * 0.7, max: Math.max(...points.map((p) => p.x)) * 1.4, ticks: {
            callback: (v) => (/^[125](\.0*)?e/.test(v.toExponential()) ? plain(v) : "") } }),
          y: axis("answers that are not right, per cent", { beginAtZero: true, grace: "5%" }),
        },
        plugins: {
          legend: { position: "bottom", labels: { usePointStyle: true } },
          tooltip: { callbacks: { label: (t) =>
            `${t.dataset.label}: ${plain(t.parsed.x)} ns, ${plain(t.parsed.y)} % not right` } },
        },
      },
    });
  };
  draw(!dark.matches);
  dark.addEventListener("change", () => draw(!dark.matches));
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open])")];
    for (const d of folded) d.open = true;
    draw(true);
  });
  addEventListener("afterprint", () => {
    for (const d of folded) d.open = false;
    draw(!dark.matches);
  });
})();

/** The report of a comparison: one HTML file to print or to send, with the pictures and the table. */

import type { Comparison } from "../protocol/messages";
import { compared, differences, grouped, largest } from "./people";

const STYLE = `body { font: 14px/1.45 system-ui, sans-serif; color: #1d2b2b; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; } th { text-align: left; color: #526260; } td, th { padding: 2px 10px 2px 0; border-bottom: 1px solid #e6ebe9; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } .soft { color: #526260; }
.people { display: flex; gap: 12px; } figure { margin: 0; flex: 1; text-align: center; } img { width: 100%; border: 1px solid #ccd5d3; border-radius: 6px; }
@media print { body { margin: 0; } tr, img { break-inside: avoid; } }`;

const LIGHTS: Record<string, string> = { green: "all tasks met", orange: "not all tasks met", red: "not even the top level met" };

/** `title`: of the scene; `on`: the day it is made. */
export function comparisonReport(title: string, { people, rows, asked, sources }: Comparison, on = new Date()): string {
  const pictures = people.map(
    (p) =>
      `<figure><img alt="the ${escaped(p.title)}" src="data:image/png;base64,${base64(p.picture)}"><figcaption><b>${escaped(p.title)}</b><br>${LIGHTS[p.light] ?? p.light}` +
      `${p.dropped.length ? `<br>without ${escaped(p.dropped.join(", "))}` : ""}</figcaption></figure>`,
  );
  const head = ["", ...people.map((p) => p.title), "last − first"].map((cell, i) => `<th${i ? ' class="number"' : ""}>${escaped(cell)}</th>`);
  const body = grouped(rows).map(([group, members]) => {
    const lines = members.map((row) => {
      const values = [...row.values.map((value) => compared(value, row.unit, largest(row))), differences(row)];
      return `<tr><td>${escaped(row.label)}</td>${values.map((value) => `<td class="number">${escaped(value)}</td>`).join("")}</tr>`;
    });
    return `<tr><th colspan="${people.length + 2}">${escaped(group)}</th></tr>${lines.join("")}`;
  });
  const named = escaped(title || "The same question for other people");
  const day = on.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
  const list = (items: string[]) => `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join("")}</ul>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${named}</title><style>${STYLE}</style></head><body>
<h1>${named}</h1><p class="soft">The same question for each, solved from the start. ${day}.</p>
<h2>What was asked</h2><p class="soft">By priority: no level disturbs one above it.</p>${list(asked)}
<div class="people">${pictures.join("")}</div>
<table><tr>${head.join("")}</tr>${body.join("")}</table>
<p class="soft">Margins are those of the centre of mass inside the area in which the supports can hold the body. Efforts are shares of strength, by rigid-body statics; ~ before what is an order of magnitude alone.</p>
${sources.length ? `<h2>Sources of strengths</h2>${list(sources)}` : ""}<p class="soft">Made by Poise.</p>
</body></html>
`;
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

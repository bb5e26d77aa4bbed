import { expect, test } from "vitest";
import { contains, viewRects, VIEWS } from "./layout";

test("four views fill the canvas without touching, at odd sizes too", () => {
  for (const [width, height] of [[1280, 800], [1281, 799], [3, 3]] as const) {
    const rects = viewRects("quad", width, height);
    const area = VIEWS.reduce((sum, name) => sum + rects[name]!.width * rects[name]!.height, 0);
    expect(area).toBe((width - 1) * (height - 1));
    expect(rects.top!.x + rects.top!.width).toBe(width);
    expect(rects.top!.y + rects.top!.height).toBe(height);
  }
});

test("a single view has the canvas for itself", () => {
  const rects = viewRects("side", 640, 480);
  expect(rects.side).toEqual({ x: 0, y: 0, width: 640, height: 480 });
  expect(VIEWS.filter((name) => rects[name])).toEqual(["side"]);
});

test("every pixel belongs to one view at most", () => {
  const rects = viewRects("quad", 101, 77);
  for (let x = 0; x < 101; x += 5) {
    for (let y = 0; y < 77; y += 5) expect(VIEWS.filter((name) => contains(rects[name]!, x, y)).length).toBeLessThan(2);
  }
});

import { expect, test } from "vitest";
import { search } from "./search";

const things = ["Undo", "Redo", "Mirror the pose", "Keep the pose", "Save as …"];
const found = (query: string) => search(query, things, (t) => t);

test("nothing asked finds all, in order", () => expect(found("")).toEqual(things));
test("the beginning of a word comes before its middle", () => {
  expect(search("pose", ["Compose", "The pose"], (t) => t)).toEqual(["The pose", "Compose"]);
  expect(found("do")).toEqual(["Undo", "Redo"]);
});
test("letters may be left out", () => expect(found("ktp")).toEqual(["Keep the pose"]));
test("what is not there is not found", () => expect(found("xyz")).toEqual([]));

// Of the tests alone: whoever only builds the page has no vitest.
import { defineConfig, mergeConfig } from "vitest/config";
import page from "./vite.config";

export default mergeConfig(
  page,
  defineConfig({ test: { include: ["src/**/*.test.ts"], environment: "node", isolate: false, testTimeout: 120_000 } }),
);

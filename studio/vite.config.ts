import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  base: "./", // the server decides the address; the page asks for its parts beside itself
  build: { outDir: "../src/poise/studio/page", emptyOutDir: true, target: "es2022", chunkSizeWarningLimit: 1200 },
  test: { include: ["src/**/*.test.ts"], environment: "node", isolate: false, testTimeout: 120_000 },
});

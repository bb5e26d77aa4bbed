import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  base: "./", // the server decides the address; the page asks for its parts beside itself
  build: { outDir: "../src/poise/studio/page", emptyOutDir: true, target: "es2022", chunkSizeWarningLimit: 1200 },
});

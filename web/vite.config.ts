import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import postcssPreset from 'postcss-preset-mantine';
import { defineConfig } from 'vite';

/** Where `npm run dev` runs the server that this page talks to. */
const server = process.env.LECTERN_DEV_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  css: { postcss: { plugins: [postcssPreset()] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // The pages' security policy allows no inline script and no data: font, so nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    reportCompressedSize: false,
  },
  server: {
    host: '127.0.0.1',
    strictPort: true,
    proxy: {
      '/v1': server,
      '/docs': server,
      '/rtc': { target: server, ws: true },
    },
  },
});

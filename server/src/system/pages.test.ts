import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { pages } from '../../../contract/pages.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { pagePolicy } from './content-security-policy.ts';
import type { OpenApi, Section } from './docs/search-index.ts';

const docs = resolve(import.meta.dirname, '../../../docs');

let lectern: Lectern;
before(async () => {
  lectern = await startInProcess();
});
after(() => lectern?.remove());

const get = (path: string, accept = 'text/html') => fetch(`${lectern.url}${path}`, { headers: { accept } });
const filled = (pattern: string) => pattern.replace(/:\w+/g, 'x');

test('an unknown path is a page for a browser, and JSON below the API', async () => {
  for (const [path, type] of [
    ['/nowhere', 'text/html; charset=utf-8'],
    ['/v1/nowhere', 'application/json; charset=utf-8'],
    ['/chat/messages-pinned/channel/2//', 'application/json; charset=utf-8'],
  ] as const) {
    const answer = await get(path);
    assert.equal(answer.status, 404, path);
    assert.equal(answer.headers.get('content-type'), type, path);
    await answer.text();
  }
});

test('every path of the web client returns its page; only the pages of a room may be in a frame', async () => {
  for (const pattern of Object.values(pages)) {
    for (const path of [filled(pattern), `${filled(pattern)}?next=%2Fgroups`]) {
      const answer = await get(path);
      assert.equal(answer.status, 200, path);
      assert.match(await answer.text(), /<div id="root">/);
      const policy = answer.headers.get('content-security-policy') ?? '';
      const isOfRoom = pattern.startsWith('/room/');
      assert.match(policy, isOfRoom ? /frame-ancestors \*/ : /frame-ancestors 'none'/);
      const scripts = isOfRoom ? ["'self'", "'wasm-unsafe-eval'"] : ["'self'"];
      assert.deepEqual(directive(policy, 'script-src'), scripts);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.equal(answer.headers.get('accept-ch'), 'Sec-CH-UA-Platform-Version');
    }
  }
});

test('the page has a text in the language of the browser, shown until the script runs', async () => {
  for (const [wish, language, word, other] of [
    ['ru-RU,ru;q=0.9,en;q=0.8', 'ru', 'Открываем…', 'Opening…'],
    ['en-GB', 'en', 'Opening…', 'Открываем…'],
    ['xx', 'en', 'Opening…', 'Открываем…'],
  ] as const) {
    const answer = await fetch(lectern.url, { headers: { accept: 'text/html', 'accept-language': wish } });
    const page = await answer.text();
    assert.match(page, new RegExp(`<html lang="${language}">`), wish);
    const [root = ''] = /<div id="root">.*?<\/p>/s.exec(page) ?? [];
    assert.ok(root.includes(word), wish);
    assert.ok(!root.includes(other), wish);
  }
});

const directive = (policy: string, name: string): string[] =>
  policy
    .split('; ')
    .find((one) => one.startsWith(`${name} `))
    ?.split(' ')
    .slice(1) ?? [];

test('pages load from and connect to exactly the servers of the installation', async () => {
  const { host } = new URL(lectern.url);
  const policy = (await get('/')).headers.get('content-security-policy') ?? '';
  assert.deepEqual(directive(policy, 'img-src'), ["'self'"]);
  assert.deepEqual(directive(policy, 'connect-src'), ["'self'", `http://${host}`, `ws://${host}`]);
  const elsewhere = pagePolicy("'none'", {
    storage: ['https://files.example.org'],
    servers: [new URL('https://meet.example.org/x'), new URL('wss://media.example.org:7880/')],
  });
  assert.deepEqual(directive(elsewhere, 'img-src'), ["'self'", 'https://files.example.org']);
  assert.deepEqual(directive(elsewhere, 'connect-src'), [
    "'self'",
    'https://meet.example.org',
    'wss://meet.example.org',
    'https://media.example.org:7880',
    'wss://media.example.org:7880',
    'https://files.example.org',
  ]);
  for (const text of [policy, elsewhere]) assert.doesNotMatch(text, /[ *](https?|wss?):( |;|$)/);
});

test('any other path is not found: a page for a browser, JSON for a program', async () => {
  for (const path of [
    '/nowhere',
    '/groupss',
    '/sign-in/x',
    '/account/secrets',
    '/invite/x',
    '/docs/guides/none',
    '/docs/guides/decisions/0017-sign-in-limits',
    '/docs/guides/decisions/0017-sign-in-limits.md',
  ]) {
    const page = await get(path);
    assert.equal(page.status, 404, path);
    assert.match(await page.text(), /<div id="root">/);
    const answer = await get(path, 'application/json');
    assert.equal(answer.status, 404, path);
    assert.equal(((await answer.json()) as { code: string }).code, 'not_found');
  }
});

const linksIn = (html: string): string[] =>
  [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, target = '']) => target.replaceAll('&amp;', '&'));

test('the documentation is one site: the first page leads to each page, and no link is broken', async () => {
  const seen = new Map<string, string>();
  const pageAt = async (path: string) => {
    const known = seen.get(path);
    if (known !== undefined) return known;
    const answer = await get(path);
    assert.equal(answer.status, 200, path);
    const text = await answer.text();
    seen.set(path, text);
    if (!answer.headers.get('content-type')?.startsWith('text/html') || path === '/') return text;
    assert.doesNotMatch(answer.headers.get('content-security-policy') ?? '', /script-src[^;]*unsafe/);
    assert.doesNotMatch(text, /<script>| style="| on\w+="/, path);
    for (const link of linksIn(text).filter((one) => !/^https?:/.test(one))) {
      const { pathname, hash } = new URL(link, `${lectern.url}${path}`);
      const target = await pageAt(pathname);
      if (hash) assert.ok(target.includes(`id="${hash.slice(1)}"`), `${path} links to ${link}`);
    }
    return text;
  };
  await pageAt('/docs');
  const names = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.md'));
  for (const name of names.filter((one) => !one.startsWith('decisions/'))) {
    const url = `/docs/guides/${name.replace(/^integrators\//, '').replace(/\.md$/, '')}`;
    assert.ok(seen.has(url), `no link leads to ${name}`);
    assert.match(seen.get(url) ?? '', /<main[\s\S]*<h1/);
  }
  assert.ok(seen.has('/docs/api') && seen.has('/docs/guides/receiver.mjs'));
  const old = await fetch(`${lectern.url}/docs/guides`, { redirect: 'manual' });
  assert.deepEqual([old.status, old.headers.get('location')], [301, '/docs']);
});

const markdownLinks = (text: string): string[] =>
  [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, href = '']) => href);

test('llms.txt lists each guide as Markdown, whose links lead to other Markdown of the installation', async () => {
  const textAt = async (path: string) => (await get(path, '*/*')).text();
  const listed = markdownLinks(await textAt('/llms.txt')).map((link) => link.replace(lectern.url, ''));
  const guides = listed.filter((path) => path.endsWith('.md'));
  const names = readdirSync(docs, { recursive: true, encoding: 'utf8' });
  const isServed = (name: string) => name.endsWith('.md') && !name.startsWith('decisions/');
  assert.equal(guides.length, names.filter(isServed).length);
  const seen = new Set<string>();
  for (const path of [...listed, ...guides]) {
    const links = path.endsWith('.md') ? markdownLinks(await textAt(path)) : [];
    for (const link of [path, ...links.filter((one) => one.startsWith('/docs/'))]) {
      const [target = ''] = link.split('#');
      if (!seen.has(target)) assert.equal((await get(target, '*/*')).status, 200, `${path} links to ${link}`);
      seen.add(target);
    }
    const relative = links.filter((link) => /^[\w.]+\.(?:md|mjs|py|php)/.test(link));
    assert.deepEqual(relative, [], path);
  }
  assert.ok(seen.has('/docs/guides/errors.md') && seen.has('/docs/guides/verify/receiver.php'));
});

test('samples of the guides for integrators have the address of the installation, as a page and as Markdown', async () => {
  for (const accept of ['text/html', '*/*']) {
    const guide = await (await get('/docs/guides/getting-started', accept)).text();
    assert.ok(guide.includes(`base=${lectern.url}\n`), accept);
    assert.doesNotMatch(guide, /localhost:8080/);
  }
});

test('without a script, and for programs, the API reference lists every operation', async () => {
  const page = await (await get('/docs/api')).text();
  const { paths: operations } = (await (await get('/v1/openapi.json')).json()) as OpenApi;
  for (const { operationId } of Object.values(operations).flatMap(Object.values))
    assert.ok(page.includes(`<li id="${operationId}"><code>`), operationId);
});

test('the package of the client is served as an archive', async () => {
  const answer = await get('/docs/lectern-client.tgz', '*/*');
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/gzip']);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  assert.deepEqual([...bytes.slice(0, 2)], [0x1f, 0x8b]);
});

test('the search index has every section and every operation at an existing URL', async () => {
  const index = (await (await get('/docs/search.json')).json()) as Section[];
  const pagesByUrl = new Map<string, string>();
  for (const { title, url } of index) {
    assert.ok(title, url);
    const [path = '', anchor] = url.split('#');
    if (path === '/docs/api') continue;
    if (!pagesByUrl.has(path)) pagesByUrl.set(path, await (await get(path)).text());
    if (anchor) assert.ok(pagesByUrl.get(path)?.includes(`id="${anchor}"`), url);
  }
  const { paths: operations } = (await (await get('/v1/openapi.json')).json()) as OpenApi;
  const ids = Object.values(operations)
    .flatMap(Object.values)
    .map(({ operationId }) => operationId);
  const found = index.map(({ url }) => url).filter((url) => url.startsWith('/docs/api#'));
  assert.deepEqual(
    found,
    ids.map((id) => `/docs/api#${id}`),
  );
  const secret = index.find(({ url }) => url.startsWith('/docs/guides/errors')) ?? assert.fail();
  assert.match(secret.text, /not_found/);
  assert.ok(pagesByUrl.size > 20);
});

test('browsers revalidate what /docs loads, and download it again only after a change', async () => {
  for (const name of [
    'site.css',
    'search.json',
    'search.js',
    'swagger-ui-bundle.js',
    'inter.woff2',
    'guides/receiver.mjs',
    'guides/chat.md',
  ]) {
    const first = await get(`/docs/${name}`);
    const etag = first.headers.get('etag') ?? assert.fail(`${name} has no ETag`);
    assert.equal(first.headers.get('cache-control'), 'no-cache', name);
    assert.ok((await first.arrayBuffer()).byteLength > 0);
    for (const [known, status] of [
      [etag, 304],
      [`"other", W/${etag}`, 304],
      ['"other"', 200],
    ] as const) {
      const answer = await fetch(`${lectern.url}/docs/${name}`, { headers: { 'if-none-match': known } });
      assert.equal(answer.status, status, `${name} with ${known}`);
      assert.equal(answer.headers.get('etag'), etag);
      assert.equal((await answer.arrayBuffer()).byteLength === 0, status === 304);
    }
  }
});

test('a guide is a page under the strictest policy for a browser, and Markdown for a program', async () => {
  for (const name of ['getting-started', 'webhooks', 'recordings', 'chat', 'operators/running', 'errors']) {
    const page = await get(`/docs/guides/${name}`);
    assert.equal(
      page.headers.get('content-security-policy'),
      "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self' data:; " +
        "media-src 'self' blob: mediastream:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; " +
        "form-action 'self'; frame-ancestors 'none'",
    );
    for (const [path, accept] of [
      [name, '*/*'],
      [`${name}.md`, 'text/html'],
    ]) {
      const answer = await get(`/docs/guides/${path}`, accept);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
      assert.match(await answer.text(), /^# /);
    }
  }
});

import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { isAtLeast } from './engine/build.mjs';
import { moduleProxies } from './engine/toolchain.mjs';
import { obtain } from './engine.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lectern-engine-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const engine = { version: '1.2.3' };
const write = (version) => (draft) =>
  writeFileSync(draft, `#!/bin/sh\necho livekit-server version ${version}\n`);
const refuse = (why) => async () => {
  throw new Error(why);
};

test('the sources are tried in order, the first right binary is taken, and no other file stays', async () => {
  const home = mkdtempSync(join(folder, 'ways-'));
  const binary = join(home, 'engines/livekit-server-1.2.3');
  const tried = [];
  const way = (name, work) => [
    name,
    (draft) => {
      tried.push(name);
      return work(draft);
    },
  ];
  const ways = [
    way('refused', refuse('ENOTFOUND')),
    way('another version', async (draft) => write('1.2.4')(draft)),
    way('broken', async (draft) => writeFileSync(draft, 'no program')),
    way('right', async (draft) => write('1.2.3')(draft)),
    way('never', refuse('not reached')),
  ];
  await obtain(binary, engine, ways);
  assert.deepEqual(tried, ['refused', 'another version', 'broken', 'right']);
  assert.deepEqual(readdirSync(join(home, 'engines')), ['livekit-server-1.2.3']);
  assert.ok(statSync(binary).mode & 0o100);
});

test('if all sources fail, every reason is printed and what a person can do', async () => {
  const binary = join(folder, 'none/livekit-server');
  await assert.rejects(
    obtain(binary, engine, [
      ['archive', refuse('status 404')],
      ['build', refuse('no Go')],
    ]),
    (error) => {
      assert.match(
        error.message,
        /^No LiveKit server 1\.2\.3 could be had:\n {2}archive: status 404\n {2}build: no Go\nSet LIVEKIT_URL/,
      );
      return true;
    },
  );
  assert.equal(existsSync(`${binary}.part`), false);
});

test('remains of an interrupted attempt do no harm', async () => {
  const binary = join(mkdtempSync(join(folder, 'again-')), 'livekit-server');
  writeFileSync(`${binary}.part`, 'half of it');
  chmodSync(`${binary}.part`, 0o400);
  await obtain(binary, engine, [['right', async (draft) => write('1.2.3')(draft)]]);
  assert.ok(existsSync(binary));
});

test('an outdated Go is recognized', () => {
  assert.equal(isAtLeast('1.26.8', '1.26'), true);
  assert.equal(isAtLeast('1.27', '1.26'), true);
  assert.equal(isAtLeast('2.0', '1.26'), true);
  assert.equal(isAtLeast('1.9.4', '1.26'), false);
});

test('GOPROXY is parsed as Go does, with a default', () => {
  assert.deepEqual(moduleProxies('https://a/,direct|https://b,off'), ['https://a', 'https://b']);
  assert.deepEqual(moduleProxies('off'), []);
  assert.equal(moduleProxies('').length, 1);
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { servesPeople, settingOf } from './settings.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lectern-settings-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, '.env');
const none = join(folder, 'no-such-file');

test('a setting comes from the environment, or else from .env, as the server reads it', () => {
  for (const [text, expected] of [
    ['PORT=1\nLIVEKIT_URL=wss://a\n', 'wss://a'],
    ['  export LIVEKIT_URL = "wss://a" # there\n', 'wss://a'],
    ['LIVEKIT_URL=\n', undefined],
    ['LIVEKIT_URL=""\n', undefined],
    ['# LIVEKIT_URL=wss://a\n', undefined],
    ['LIVEKIT_URL_OLD=wss://a\n', undefined],
  ]) {
    writeFileSync(file, text);
    assert.equal(settingOf('LIVEKIT_URL', { env: {}, file }), expected, text);
  }
  writeFileSync(file, 'LIVEKIT_URL=wss://a\n');
  assert.equal(settingOf('LIVEKIT_URL', { env: { LIVEKIT_URL: '' }, file }), undefined);
  assert.equal(settingOf('LIVEKIT_URL', { env: { LIVEKIT_URL: 'wss://b' }, file }), 'wss://b');
  assert.equal(settingOf('LIVEKIT_URL', { env: {}, file: none }), undefined);
});

test('pages are built for nodes that serve people', () => {
  for (const [roles, expected] of [
    [undefined, true],
    [' ', true],
    ['api,jobs,recorder', true],
    ['jobs, api', true],
    ['recorder', false],
    ['jobs,recorder', false],
  ]) {
    const env = roles === undefined ? {} : { LECTERN_ROLES: roles };
    assert.equal(servesPeople({ env, file: none }), expected, roles);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Keyring } from '../../platform/crypto.ts';
import { newId } from '../../platform/ids.ts';
import { openPlaylistToken, sealPlaylistToken } from './token.ts';

const keyring = new Keyring(['a key of the installation']);
const expiresAt = new Date('2026-05-04T10:02:00.000Z');
const before = new Date('2026-05-04T10:01:59.999Z');
const grant = { viewingId: newId(), sessionId: newId(), participantId: newId(), expiresAt };
const token = sealPlaylistToken(keyring, grant);

test('a token says what was sealed, until the millisecond in which it expires', () => {
  assert.deepEqual(openPlaylistToken(keyring, token, before), grant);
  assert.equal(openPlaylistToken(keyring, token, expiresAt), undefined);
});

test('no changed, shortened or lengthened token opens', () => {
  for (let at = 0; at < token.length; at += 1) {
    const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    assert.equal(openPlaylistToken(keyring, changed, before), undefined, changed);
    assert.equal(openPlaylistToken(keyring, token.slice(0, at), before), undefined);
  }
  for (const more of ['A', '=', '.', '%00', '\n']) {
    assert.equal(openPlaylistToken(keyring, token + more, before), undefined);
  }
});

test('a token of another installation, or of a key that was removed, does not open', () => {
  assert.equal(openPlaylistToken(new Keyring(['another key']), token, before), undefined);
  const rotated = new Keyring(['the next key', 'a key of the installation']);
  assert.deepEqual(openPlaylistToken(rotated, token, before), grant);
});

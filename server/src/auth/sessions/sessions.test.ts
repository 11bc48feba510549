import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, now } from '../../platform/clock.ts';
import { hashOf, Keyring } from '../../platform/crypto.ts';
import { newId } from '../../platform/ids.ts';
import { Sessions } from './sessions.ts';

const sessions = new Sessions(new Keyring(['k'.repeat(32)]));
const expiresAt = after(60_000);
const linkSession = { linkId: newId(), browserHash: hashOf('a browser'), expiresAt };
const participantSession = { participantId: newId(), expiresAt };

test('a session returns what was sealed in it', () => {
  const link = sessions.sealLinkSession(linkSession);
  assert.match(link, /^lls_[A-Za-z0-9_-]+$/);
  assert.deepEqual(sessions.openLinkSession(link, now()), linkSession);
  const participant = sessions.sealParticipantSession(participantSession);
  assert.match(participant, /^lps_[A-Za-z0-9_-]+$/);
  assert.deepEqual(sessions.openParticipantSession(participant, now()), participantSession);
});

test('a session expires at its time', () => {
  const token = sessions.sealLinkSession(linkSession);
  assert.notEqual(sessions.openLinkSession(token, after(-1, expiresAt)), null);
  assert.equal(sessions.openLinkSession(token, expiresAt), null);
});

test('a session with a changed bit is refused', () => {
  const token = sessions.sealLinkSession(linkSession);
  const bytes = Buffer.from(token.slice(4), 'base64url');
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8((changed[index] ?? 0) ^ 1, index);
    assert.equal(sessions.openLinkSession(`lls_${changed.toString('base64url')}`, now()), null, `${index}`);
  }
  for (let length = 0; length < bytes.length; length += 1) {
    const shorter = `lls_${bytes.subarray(0, length).toString('base64url')}`;
    assert.equal(sessions.openLinkSession(shorter, now()), null);
  }
});

test('a session of another kind or installation is refused', () => {
  const link = sessions.sealLinkSession({ ...linkSession, browserHash: Buffer.alloc(0) });
  assert.equal(sessions.openParticipantSession(link, now()), null);
  assert.equal(sessions.openParticipantSession(`lps_${link.slice(4)}`, now()), null);
  const stranger = new Sessions(new Keyring(['x'.repeat(32)]));
  assert.equal(stranger.openLinkSession(link, now()), null);
});

test('after a key rotation old sessions stay valid, and the old key refuses new ones', () => {
  const rotated = new Sessions(new Keyring(['n'.repeat(32), 'k'.repeat(32)]));
  assert.deepEqual(rotated.openLinkSession(sessions.sealLinkSession(linkSession), now()), linkSession);
  assert.equal(sessions.openLinkSession(rotated.sealLinkSession(linkSession), now()), null);
});

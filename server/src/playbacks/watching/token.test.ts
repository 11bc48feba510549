import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Keyring } from '../../platform/crypto.ts';
import { newId } from '../../platform/ids.ts';
import { PlaylistTokens } from './token.ts';

const keyring = new Keyring(['a key of the installation']);
const begin = new Date('2026-05-04T10:00:00.000Z');
const after = (ms: number): Date => new Date(begin.getTime() + ms);
const expiresAt = after(120_000);
const before = after(119_999);
const subject = { viewingId: newId(), sessionId: newId(), participantId: newId() };
const issuing = new PlaylistTokens(keyring);
const token = issuing.tokenFor(subject, after(3_600_000), begin);
/** With and without the token in memory. */
const nodes = [issuing, new PlaylistTokens(keyring)];

test('a token says what was sealed, until the millisecond in which it expires', () => {
  for (const tokens of nodes) {
    assert.deepEqual(tokens.open(token, before), { ...subject, expiresAt });
    assert.equal(tokens.open(token, expiresAt), undefined);
  }
});

test('no changed, shortened or lengthened token opens', () => {
  for (const tokens of nodes) {
    for (let at = 0; at < token.length; at += 1) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      assert.equal(tokens.open(changed, before), undefined, changed);
      assert.equal(tokens.open(token.slice(0, at), before), undefined);
    }
    for (const more of ['A', '=', '.', '%00', '\n'])
      assert.equal(tokens.open(token + more, before), undefined);
  }
});

test('a token of another installation, or of a key that was removed, does not open', () => {
  assert.equal(new PlaylistTokens(new Keyring(['another key'])).open(token, before), undefined);
  const rotated = new Keyring(['the next key', 'a key of the installation']);
  assert.deepEqual(new PlaylistTokens(rotated).open(token, before), { ...subject, expiresAt });
});

test('a token is used again for half a minute, by its own viewing and within the session of its participant', () => {
  const tokens = new PlaylistTokens(keyring);
  const latest = after(3_600_000);
  const first = tokens.tokenFor(subject, latest, begin);
  assert.equal(tokens.tokenFor(subject, latest, after(29_999)), first);
  const second = tokens.tokenFor(subject, latest, after(30_000));
  assert.notEqual(second, first);
  assert.deepEqual(tokens.open(second, after(149_999)), { ...subject, expiresAt: after(150_000) });
  // The earlier one stays valid.
  assert.ok(tokens.open(first, after(119_999)));
  for (const other of [{ viewingId: newId() }, { sessionId: newId() }, { participantId: newId() }]) {
    assert.notEqual(tokens.tokenFor({ ...subject, ...other }, latest, after(30_000)), second);
  }
  const short = tokens.tokenFor(subject, after(60_000), after(30_001));
  assert.equal(tokens.open(short, after(60_000)), undefined);
  // The clock was set back: a token is valid for two minutes at most.
  assert.equal(tokens.open(tokens.tokenFor(subject, latest, after(-60_000)), after(60_000)), undefined);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renewAddress } from './stream.ts';

test('a playlist is requested with the token of the last report', () => {
  const current = '/v1/playlists/new.token/master.m3u8';
  assert.equal(
    renewAddress('https://example.org/v1/playlists/old/360p.m3u8', current),
    'https://example.org/v1/playlists/new.token/360p.m3u8',
  );
  assert.equal(
    renewAddress('/v1/playlists/old/360p.m3u8', '/$&/v1/playlists/$1/x'),
    '/v1/playlists/$1/360p.m3u8',
  );
});

test('the address of a segment stays as it was signed', () => {
  const segment = 'https://storage.example.org/videos/one/seg.m4s?signature=old';
  assert.equal(renewAddress(segment, '/v1/playlists/new/master.m3u8'), segment);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../../api/api.ts';
import { type InvitedRoom, mayInvite, readInvitation } from './invitation.ts';

const room: InvitedRoom = {
  id: 'a'.repeat(24),
  spaceId: 'b'.repeat(24),
  name: 'Algebra',
  alias: 'aB3_dE9-xY',
  code: 'kdm4tz9wx',
  isPublic: false,
};
const origin = 'https://meet.example.org';

test('a public room is shared by its address and its code, a private one by a link', async () => {
  const asked: unknown[] = [];
  const client = {
    inviteToRoom: async (place: unknown) => {
      asked.push(place);
      return { url: 'link', id: '', expiresAt: '' };
    },
  } as unknown as Client;
  const shared = await readInvitation({ ...room, isPublic: true }, { client, origin });
  assert.deepEqual([shared, asked], [{ url: `${origin}/room/aB3_dE9-xY`, code: 'kdm-4tz-9wx' }, []]);
  assert.deepEqual(await readInvitation(room, { client, origin }), { url: 'link' });
  assert.deepEqual(asked, [{ spaceId: room.spaceId, roomId: room.id }]);
});

test('everybody invites to a public room, and moderators to a private one', () => {
  assert.ok(mayInvite(room, 'moderator'));
  assert.ok(!mayInvite(room, 'user'));
  assert.ok(mayInvite({ ...room, isPublic: true }, 'user'));
});

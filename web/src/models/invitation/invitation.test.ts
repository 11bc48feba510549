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
  roleInRoom: 'role_room_owner',
};
const origin = 'https://meet.example.org';
const now = Date.parse('2026-03-01T10:00:00.000Z');

type Listed = Partial<Awaited<ReturnType<Client['listAccessLinks']>>['items'][number]>;

/** A client with these links, and what it was asked to create. */
function clientWith(links: Listed[]) {
  const created: unknown[] = [];
  const client = {
    listAccessLinks: async ({ query }: { query: { status: string } }) => ({
      items: links.filter(({ status }) => status === query.status),
    }),
    generateAccess: async ({ body }: { body: unknown }) => {
      created.push(body);
      return { url: 'new', id: '', expiresAt: '' };
    },
  } as unknown as Client;
  return { client, created };
}

const forEveryone: Listed = {
  url: 'old',
  status: 'used',
  isPermanent: true,
  isNameAsked: true,
  role: 'user',
  expiresAt: '2026-03-01T12:00:00.000Z',
};

test('a public room is shared by its address and its code', async () => {
  const { client, created } = clientWith([]);
  const shared = await readInvitation({ ...room, isPublic: true }, { client, origin });
  assert.deepEqual([shared, created], [{ url: `${origin}/room/aB3_dE9-xY`, code: 'kdm-4tz-9wx' }, []]);
});

test('a private room is shared by a link for everyone that lives long enough, or by a new one', async () => {
  const read = async (links: Listed[]) => {
    const { client, created } = clientWith(links);
    return [(await readInvitation(room, { client, origin, now })).url, created.length];
  };
  assert.deepEqual(await read([forEveryone]), ['old', 0]);
  const others: Listed[] = [
    { isPermanent: false },
    { isNameAsked: false },
    { role: 'moderator' },
    { expiresAt: '2026-03-01T10:30:00.000Z' },
  ];
  for (const other of others) assert.deepEqual(await read([{ ...forEveryone, ...other }]), ['new', 1]);
});

test('guests and moderators by a link cannot invite to a private room', () => {
  assert.ok(mayInvite(room, { kind: 'account' }));
  assert.ok(!mayInvite(room, { kind: 'link', session: '' }));
  assert.ok(!mayInvite({ ...room, roleInRoom: 'role_room_user' }, { kind: 'account' }));
  assert.ok(mayInvite({ ...room, isPublic: true, roleInRoom: null }, { kind: 'nobody' }));
});

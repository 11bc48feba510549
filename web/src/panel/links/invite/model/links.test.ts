import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccessLink } from '../../shared-room.ts';
import { createLinks } from './create-links.ts';
import { knownLinks } from './known-links.ts';
import { linksFile } from './links-file.ts';
import { parsePeople } from './parse-people.ts';

const link = (more: Partial<AccessLink>): AccessLink => ({
  id: 'a'.repeat(24),
  url: 'https://meet.example.org/room/x',
  roomId: 'b'.repeat(24),
  username: 'Anna',
  role: 'user',
  externalUserId: null,
  externalMeetingId: null,
  email: null,
  phone: null,
  isPermanent: false,
  isNameAsked: false,
  status: 'unused',
  isBound: false,
  entriesCount: 0,
  lastEntryAt: null,
  createdAt: '2026-03-01T00:00:00.000Z',
  expiresAt: '2026-04-01T00:00:00.000Z',
  revokedAt: null,
  ...more,
});

test('a person of a list is found by external id, else by email, else by name', () => {
  const { people } = parsePeople(
    'name,id,email\nAnna,u-1,\nBoris,,b@example.org\n zoë  x,,\nAnna,,\nEve,u-2,\nMax,,m@example.org\n',
  );
  const links = [
    link({ id: '1', username: 'Annie', externalUserId: 'u-1' }),
    link({ id: '2', username: 'B.', email: 'B@example.org' }),
    link({ id: '3', username: 'Zoë X' }),
    link({ id: '4', username: 'Eve', externalUserId: 'u-3' }),
    link({ id: '5', username: 'Max', email: 'm@example.org', url: null }),
    link({ id: '6', username: 'Anna', isPermanent: true }),
  ];
  const found = [...knownLinks(people, links)].map(([row, { id }]) => [row, id]);
  assert.deepEqual(found, [
    [2, '1'],
    [3, '2'],
    [4, '3'],
  ]);
});

test('two people of one name do not get the same link', () => {
  const { people } = parsePeople('Anna\nAnna\n');
  const known = knownLinks(people, [link({ id: '1' })]);
  assert.deepEqual([...known.keys()], [1]);
});

test('the file of links runs no formula, and the import reads it again', async () => {
  const { people } = parsePeople('name;email\n=cmd|x;a@b.org\n"Ann, ""A""";\n');
  const made = people.map((person) => ({
    ...person,
    ...{ id: 'l1', url: 'https://m/room/x', expiresAt: '2026-04-01T00:00:00.000Z', isNew: true },
  }));
  const text = await linksFile(made, ';').text();
  const bytes = new Uint8Array(await linksFile(made, ';').arrayBuffer());
  assert.deepEqual([...bytes.slice(0, 3)], [0xef, 0xbb, 0xbf]);
  assert.match(text, /\r\n'=cmd\|x;https:\/\/m\/room\/x;;a@b\.org;;user;2026/);
  assert.deepEqual(
    parsePeople(text).people.map(({ username }) => username),
    ['=cmd|x', 'Ann, "A"'],
  );
});

test('links are created in parts, and a second attempt continues after the first', async () => {
  const links = Array.from({ length: 120 }, (_, at) => ({ username: `Pupil ${at}`, role: 'user' as const }));
  const sizes: number[] = [];
  let isBroken = true;
  let before: readonly { url: string; id: string; expiresAt: string }[] = [];
  const attempt = () =>
    createLinks({
      links,
      before,
      send: async (part) => {
        if (isBroken && sizes.length === 1) throw new Error('away');
        sizes.push(part.length);
        return { items: part.map(({ username }) => ({ url: username, id: '', expiresAt: '' })) };
      },
      onProgress: (made) => {
        before = made;
      },
    });
  await assert.rejects(attempt(), /away/);
  assert.equal(before.length, 50);
  isBroken = false;
  const made = await attempt();
  assert.deepEqual(sizes, [50, 50, 20]);
  assert.deepEqual(
    made.map(({ url }) => url),
    links.map(({ username }) => username),
  );
});

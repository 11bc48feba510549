import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeGroup } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { type RawAnswer, sendRaw } from '../../testing/raw.ts';

/** Sends what a mail program's add-in sends: its own header names, JSON labelled as text, unknown fields. */
let lectern: Lectern;
before(async () => {
  lectern = await startInProcess();
});
after(() => lectern?.remove());

function send(method: string, path: string, body?: object): Promise<RawAnswer> {
  return sendRaw(lectern.url, {
    method,
    path,
    token: lectern.owner.personalToken,
    headers: { accept: '*/*', 'x-requested-with': 'add-in' },
    ...(body && { type: 'text/plain;charset=UTF-8', body: JSON.stringify(body) }),
  });
}

async function ask(status: number, ...request: Parameters<typeof send>): Promise<Record<string, unknown>> {
  const answer = await send(...request);
  assert.equal(answer.status, status, answer.text);
  return answer.body;
}

test('the add-in signs in by a personal token and learns whose it is', async () => {
  const me = await ask(200, 'GET', '/v1/users/me');
  assert.equal(me.email, lectern.owner.email);
  assert.match(String(me.id), /^[0-9a-f]{24}$/);
});

test('the add-in stores where meetings are created by default', async () => {
  const { at } = await makeGroup(lectern);
  const path = '/v1/users/me/settings/meetings';
  const saved = await ask(200, 'PUT', path, { ...at, locale: 'de-DE', version: 3 });
  assert.deepEqual({ spaceId: saved.spaceId, roomId: saved.roomId }, at);
  const kept = await ask(200, 'GET', path);
  assert.deepEqual({ spaceId: kept.spaceId, roomId: kept.roomId }, at);
});

test('the add-in lists groups and rooms, and creates, changes and deletes the room of a meeting', async () => {
  const { spaceId, room } = await makeGroup(lectern, {}, { name: 'Meetings' });
  const spaces = (await ask(200, 'GET', '/v1/spaces/')).items as { id: string; name: string }[];
  assert.ok(spaces.some(({ id, name }) => id === spaceId && name === 'Meetings'));

  const rooms = `/v1/spaces/${spaceId}/rooms`;
  const made = await ask(201, 'POST', rooms, {
    name: 'Weekly',
    isPublic: true,
    type: 'lesson',
    appointmentId: 'AAMkAD=',
    attendees: [{ mail: 'ann@example.org' }],
  });
  assert.equal(made.name, 'Weekly');
  assert.match(String(made.alias), /^[A-Za-z0-9_-]{10}$/);
  const listed = (await ask(200, 'GET', rooms)).items as { id: string }[];
  assert.deepEqual(new Set(listed.map(({ id }) => id)), new Set([room.id, made.id]));

  const path = `${rooms}/${made.id}`;
  const changed = await ask(200, 'PUT', path, { name: 'Weekly, moved', appointmentId: 'AAMkAD=' });
  assert.deepEqual([changed.id, changed.name, changed.alias], [made.id, 'Weekly, moved', made.alias]);
  const gone = await send('DELETE', path);
  assert.deepEqual([gone.status, gone.text], [204, '']);
  assert.equal((await send('GET', path)).status, 404);
});

test('a DELETE with a content type and no body is accepted', async () => {
  const { at } = await makeGroup(lectern);
  const { status } = await sendRaw(lectern.url, {
    method: 'DELETE',
    path: `/v1/spaces/${at.spaceId}/rooms/${at.roomId}`,
    token: lectern.owner.personalToken,
    type: 'application/json',
  });
  assert.equal(status, 204);
});

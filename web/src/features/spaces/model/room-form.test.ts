import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roomFlags } from '../../../../../contract/rooms.ts';
import { roomFlagNames } from './flags.ts';
import {
  changesOf,
  draftOf,
  faultsOf,
  type RoomDraft,
  rebaseDraft,
  sectionOf,
  serverFaults,
} from './room-form.ts';
import type { Room } from './types.ts';

const field = (id: string, order: number, title = id) => ({
  id,
  type: 'string' as const,
  title,
  enabled: true,
  required: false,
  description: null,
  order,
});

const room: Room = {
  ...(Object.fromEntries(roomFlagNames.map((name) => [name, true])) as Record<
    keyof typeof roomFlags,
    boolean
  >),
  id: 'a'.repeat(24),
  spaceId: 'b'.repeat(24),
  alias: 'aB3_dE9-xY',
  name: 'Algebra',
  type: 'lesson',
  isPublic: false,
  waitingRoomAudience: 'nobody',
  redirectUrl: null,
  joinSettings: {
    fields: [
      {
        slug: 'email',
        type: 'email',
        title: 'admin.classrooms.email',
        enabled: true,
        required: true,
        description: 'The school’s',
      },
    ],
    customFields: [field('second', 1), field('first', 0)],
  },
  appId: '1',
  channelId: '1',
  roleInRoom: 'role_room_owner',
  lastCallAt: null,
  createdAt: '2026-11-21T19:00:00.000Z',
};
const draft = draftOf(room);
const edited = (change: Partial<RoomDraft>): RoomDraft => ({ ...draft, ...change });

test('every switch of the contract stands on the page, each once', () => {
  assert.deepEqual([...roomFlagNames].sort(), Object.keys(roomFlags).sort());
});

test('nothing edited, nothing to send; also when an edit was taken back', () => {
  assert.deepEqual(changesOf(draft, draftOf(room)), {});
  assert.deepEqual(changesOf(draft, edited({ ownFields: draft.ownFields.map((one) => ({ ...one })) })), {});
});

test('only what was changed is sent, in the words of the interface', () => {
  const after = edited({ name: ' Geometry ', isChatAllowed: false, waitingRoomAudience: 'guests' });
  assert.deepEqual(changesOf(draft, after), {
    name: 'Geometry',
    isChatAllowed: false,
    waitingRoomAudience: 'guests',
  });
  assert.deepEqual(changesOf(edited({ redirectUrl: 'https://a.example' }), draft), { redirectUrl: null });
});

test('own fields are sent as a whole, with their places', () => {
  const [first, second] = draft.ownFields;
  assert.ok(first && second);
  assert.deepEqual([first.id, second.id], ['first', 'second'], 'shown in their order');
  const { joinSettingsCustomFields: sent } = changesOf(draft, edited({ ownFields: [second, first] }));
  assert.deepEqual(
    sent?.map(({ id, order }) => [id, order]),
    [
      ['second', 0],
      ['first', 1],
    ],
  );
});

test('a contact that is off keeps its helper text, one without any is not sent', () => {
  const off = { asking: 'off', description: 'The school’s' } as const;
  const after = edited({ contacts: { ...draft.contacts, email: off } });
  assert.deepEqual(changesOf(draft, after).joinSettingsFields, [
    {
      slug: 'email',
      type: 'email',
      title: 'admin.classrooms.email',
      enabled: false,
      required: false,
      description: 'The school’s',
    },
  ]);
  const none = edited({ contacts: { ...draft.contacts, email: { asking: 'off', description: ' ' } } });
  assert.deepEqual(changesOf(draft, none).joinSettingsFields, []);
});

test('what is wrong is known before the server is asked', () => {
  const [first, second] = draft.ownFields;
  assert.ok(first && second);
  const bad = edited({
    name: ' ',
    redirectUrl: 'javascript:alert(1)',
    ownFields: [{ ...first, title: '' }, second],
  });
  assert.deepEqual(faultsOf(bad), {
    name: 'missing',
    redirectUrl: 'bad',
    'ownFields.first.title': 'missing',
  });
  assert.deepEqual(faultsOf(edited({ name: '😀'.repeat(200), redirectUrl: ' https://a.example/x ' })), {});
  assert.deepEqual(faultsOf(edited({ name: '😀'.repeat(201) })), { name: 'long' });
});

test('the server’s words come to the settings that they are about', () => {
  const details = [
    { path: 'redirectUrl', message: 'a' },
    { path: 'joinSettingsCustomFields.1.title', message: 'b' },
    { path: 'joinSettingsCustomFields.0.description', message: 'c' },
    { path: 'joinSettingsFields.0.description', message: 'd' },
    { path: 'isChatAllowed', message: 'e' },
    { path: 'elsewhere', message: 'f' },
  ];
  const found = serverFaults(details, draft);
  assert.deepEqual(found, {
    redirectUrl: 'a',
    'ownFields.second.title': 'b',
    'ownFields.first.description': 'c',
    'contacts.email': 'd',
    isChatAllowed: 'e',
    name: 'f',
  });
  const sections = Object.keys(found).map((key) => sectionOf(key as keyof typeof found));
  assert.deepEqual(sections, ['general', 'entry', 'entry', 'entry', 'permissions', 'general']);
});

test('what was written while saving stays, and what somebody else changed comes in', () => {
  const sent = edited({ name: 'Geometry' });
  const now = { ...sent, isChatAllowed: false };
  const saved = { ...sent, waitingRoomAudience: 'everyone' as const };
  const next = rebaseDraft({ sent, now, saved });
  assert.equal(next.name, 'Geometry');
  assert.equal(next.waitingRoomAudience, 'everyone');
  assert.deepEqual(changesOf(saved, next), { isChatAllowed: false });
});

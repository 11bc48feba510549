import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleOf } from '../../../../../contract/model.ts';
import { Room as RoomSchema, roomFlags } from '../../../../../contract/operations/rooms.ts';
import { rebaseDraft } from '../../../panel/saving/draft.ts';
import { roomFlagNames } from './flags.ts';
import { type RoomDraft, type RoomFaultKey, roomForm } from './room-form.ts';
import type { Room } from './types.ts';

const { changesOf, draftOf, faultsOf, serverFaults, tabOf } = roomForm;

const field = (id: string, order: number, title = id) => ({
  id,
  type: 'string' as const,
  title,
  enabled: true,
  required: false,
  description: null,
  order,
});

const shown = sampleOf(RoomSchema);
const room: Room = {
  ...shown,
  redirectUrl: null,
  opensAt: null,
  closesAt: null,
  waitingRoomAudience: 'nobody',
  attendanceEmail: 'nobody',
  joinSettings: {
    fields: shown.joinSettings.fields.map((one) => ({ ...one, description: 'The school’s' })),
    customFields: [field('second', 1), field('first', 0)],
  },
};
const draft = draftOf(room);
const edited = (change: Partial<RoomDraft>): RoomDraft => ({ ...draft, ...change });

test('every switch of the contract that has an effect is on the page, once', () => {
  const withoutEffect = ['isAvatarsAllowed'];
  assert.deepEqual([...roomFlagNames, ...withoutEffect].sort(), Object.keys(roomFlags).sort());
});

test('an unchanged form sends nothing, also after an edit was undone', () => {
  assert.deepEqual(changesOf(draft, draftOf(room)), {});
  assert.deepEqual(changesOf(draft, edited({ ownFields: draft.ownFields.map((one) => ({ ...one })) })), {});
});

test("only changed settings are sent, by the API's names", () => {
  const after = edited({ name: ' Geometry ', isChatAllowed: false, waitingRoomAudience: 'guests' });
  assert.deepEqual(changesOf(draft, after), {
    name: 'Geometry',
    isChatAllowed: false,
    waitingRoomAudience: 'guests',
  });
  assert.deepEqual(changesOf(edited({ redirectUrl: 'https://a.example' }), draft), { redirectUrl: null });
});

test('a part of the rule of presence that was not edited is not sent', () => {
  const shorter = edited({ minPercent: '37,5' });
  assert.deepEqual(changesOf(draft, shorter), { attendanceRule: { minShare: 0.375 } });
  const both = { ...shorter, minTime: { minutes: '10', seconds: '' }, attendanceEmail: 'owner' as const };
  assert.deepEqual(changesOf(draft, both), {
    attendanceRule: { minShare: 0.375, minSeconds: 600 },
    attendanceEmail: 'owner',
  });
});

test('custom join fields are sent together, with their positions', () => {
  const [first, second] = draft.ownFields;
  assert.ok(first && second);
  assert.deepEqual([first.id, second.id], ['first', 'second'], 'they are shown in their order');
  const { joinSettingsCustomFields: sent } = changesOf(draft, edited({ ownFields: [second, first] }));
  assert.deepEqual(
    sent?.map(({ id, order }) => [id, order]),
    [
      ['second', 0],
      ['first', 1],
    ],
  );
});

test('a contact that is off keeps its helper text, and is not sent without one', () => {
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

test('faults are found before the request', () => {
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
  assert.deepEqual(faultsOf(edited({ minPercent: '101', minTime: { minutes: 'x', seconds: '60' } })), {
    minPercent: 'bad',
    'minTime.minutes': 'bad',
    'minTime.seconds': 'bad',
  });
});

test("the server's faults are shown at their settings", () => {
  const details = [
    { path: 'redirectUrl', message: 'a' },
    { path: 'joinSettingsCustomFields.1.title', message: 'b' },
    { path: 'joinSettingsCustomFields.0.description', message: 'c' },
    { path: 'joinSettingsFields.0.description', message: 'd' },
    { path: 'isChatAllowed', message: 'e' },
    { path: 'elsewhere', message: 'f' },
    { path: 'attendanceRule.minShare', message: 'g' },
    { path: 'attendanceRule.minSeconds', message: 'h' },
  ];
  const found = serverFaults(details, draft);
  assert.deepEqual(found, {
    redirectUrl: 'a',
    'ownFields.second.title': 'b',
    'ownFields.first.description': 'c',
    'contacts.email': 'd',
    isChatAllowed: 'e',
    name: 'f',
    minPercent: 'g',
    'minTime.minutes': 'h',
  });
  const tabs = Object.keys(found).map((key) => tabOf(key as RoomFaultKey));
  assert.deepEqual(tabs, [
    'general',
    'entry',
    'entry',
    'entry',
    'permissions',
    'general',
    'general',
    'general',
  ]);
});

test('edits made while saving stay, and changes of others are taken over', () => {
  const sent = edited({ name: 'Geometry' });
  const now = { ...sent, isChatAllowed: false };
  const saved = { ...sent, waitingRoomAudience: 'everyone' as const };
  const next = rebaseDraft({ sent, now, saved });
  assert.equal(next.name, 'Geometry');
  assert.equal(next.waitingRoomAudience, 'everyone');
  assert.deepEqual(changesOf(saved, next), { isChatAllowed: false });
});

test('times are shown in the own time zone, and a closing before the opening is a fault', () => {
  const timed = { ...room, opensAt: '2026-11-23T08:50:42.000Z', closesAt: '2026-11-23T09:30:00.000Z' };
  const before = draftOf(timed);
  assert.match(before.opensAt, /^2026-11-2[234]T\d\d:\d\d$/);
  assert.deepEqual(changesOf(before, draftOf(timed)), {});
  assert.deepEqual(changesOf(before, { ...before, opensAt: '' }), { opensAt: null });
  const moved = { ...before, closesAt: '2026-12-01T12:30' };
  assert.deepEqual(changesOf(before, moved), { closesAt: new Date('2026-12-01T12:30').toISOString() });
  assert.deepEqual(faultsOf(moved), {});
  assert.deepEqual(faultsOf({ ...before, closesAt: before.opensAt }), { closesAt: 'bad' });
  assert.deepEqual(faultsOf({ ...before, opensAt: '12026-01-01T00:00' }), { opensAt: 'bad' });
  assert.equal(tabOf('closesAt'), 'general');
});

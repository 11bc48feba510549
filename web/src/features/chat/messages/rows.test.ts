import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageAt } from '../../../models/chat/message.fake.ts';
import type { Message } from '../../../models/chat/types.ts';
import { firstUnreadIndex, isEditable, keyOfMessage, keyOfPending, rowLookOf } from './rows.ts';

const noon = messageAt(1, '2026-05-04T12:00:00');

test('messages of one person close together share a name', () => {
  const place = (next: Message, divider?: number) => rowLookOf(noon, next, { divider });
  assert.equal(place(messageAt(2, '2026-05-04T12:04:00')).isHead, false);
  assert.equal(place(messageAt(2, '2026-05-04T12:06:00')).isHead, true);
  assert.equal(place(messageAt(2, '2026-05-04T12:01:00', { userId: '2' })).isHead, true);
  assert.equal(place(messageAt(2, '2026-05-04T12:01:00', { type: 'system' })).isHead, true);
});

test('messages that a session posts by itself share a name only if it is the same author', () => {
  const posted = (meta: Message['meta']) => ({ userId: null, meta });
  const original = (author: string) => posted({ original: true, author });
  const ann = messageAt(1, '2026-05-04T12:00:00', original('Ann'));
  const isHead = (more: Partial<Message>) =>
    rowLookOf(ann, messageAt(2, '2026-05-04T12:01:00', more), {}).isHead;
  assert.equal(isHead(original('Ann')), false);
  assert.equal(isHead(original('Bob')), true);
  assert.equal(isHead(posted({ organizer: true, author: 'Ann' })), true);
  assert.equal(isHead(posted({ outside: true, author: 'Ann' })), true);
});

test('a day and the new messages begin once', () => {
  const late = messageAt(1, '2026-05-04T23:59:00');
  const early = messageAt(2, '2026-05-05T00:01:00');
  const begins = { beginsDay: false, beginsCall: undefined, beginsNew: false };
  assert.deepEqual(rowLookOf(late, early, {}), { ...begins, beginsDay: true, isHead: true });
  assert.equal(rowLookOf(undefined, noon, {}).beginsDay, true);
  const second = messageAt(2, '2026-05-04T12:01:00');
  const third = messageAt(3, '2026-05-04T12:02:00');
  assert.deepEqual(rowLookOf(noon, second, { divider: 1 }), { ...begins, beginsNew: true, isHead: true });
  assert.equal(rowLookOf(second, third, { divider: 1 }).beginsNew, false);
  assert.equal(rowLookOf(noon, second, { divider: 5 }).beginsNew, false);
});

test('each call begins once, below messages of earlier ones', () => {
  const [second, third] = [messageAt(2, '2026-05-04T12:01:00'), messageAt(3, '2026-05-04T12:02:00')];
  const start = Date.parse(second.createdAt);
  // Nobody wrote in the call before.
  const callStarts = [start - 3_600_000, start - 30_000, start, start + 3_600_000];
  const { beginsCall, isHead } = rowLookOf(noon, second, { callStarts });
  assert.deepEqual([beginsCall, isHead], [start, true]);
  assert.equal(rowLookOf(second, third, { callStarts }).beginsCall, undefined);
  assert.equal(rowLookOf(undefined, second, { callStarts }).beginsCall, undefined);
});

test('the first unread message is found, even if the last read one is gone', () => {
  const list = [2, 4, 6].map((seq) => messageAt(seq, '2026-05-04T12:00:00'));
  assert.equal(firstUnreadIndex(list, 3), 1);
  assert.equal(firstUnreadIndex(list, undefined), undefined);
  assert.equal(firstUnreadIndex(list, 6), undefined);
});

test('an own message keeps its row when it arrives; nobody else can take it', () => {
  const pending = { clientMessageId: 'a', text: 'x', at: 0, state: 'sending' as const };
  const own = { ...noon, clientMessageId: 'a' };
  assert.equal(keyOfMessage(own, '1'), keyOfPending(pending));
  assert.notEqual(keyOfMessage(own, '2'), keyOfPending(pending));
});

test('an author may edit for fifteen minutes, a moderator without a limit', () => {
  const at = Date.parse(noon.createdAt);
  assert.equal(isEditable(noon, 'user', at + 14 * 60_000), true);
  assert.equal(isEditable(noon, 'user', at + 15 * 60_000), false);
  assert.equal(isEditable(noon, 'moderator', at + 1_500 * 60_000), true);
});

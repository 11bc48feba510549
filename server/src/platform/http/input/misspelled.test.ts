import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meantBy } from './misspelled.ts';

const known = ['roomId', 'date', 'dateFrom', 'dateTo', 'minParticipants', 'limit', 'offset', 'order', 'id'];

test('a name that differs by case, a separator or one slip means the known one', () => {
  const slips = {
    ...{ roomid: 'roomId', ROOM_ID: 'roomId', 'room-id': 'roomId', romId: 'roomId', roomsId: 'roomId' },
    ...{ romoId: 'roomId', roomIb: 'roomId', limitt: 'limit', imit: 'limit', date_from: 'dateFrom' },
    ...{ datefrom: 'dateFrom', dateTO: 'dateTo', dates: 'date', ID: 'id', minParticipant: 'minParticipants' },
  };
  for (const [written, meant] of Object.entries(slips)) assert.equal(meantBy(written, known), meant, written);
});

test('another name means none of them, however long it is', () => {
  for (const other of [
    'foo',
    '',
    '_',
    'page',
    'sort',
    'ids',
    'd',
    'startDate',
    'room',
    'orders_by',
    'x'.repeat(16_000),
  ])
    assert.equal(meantBy(other, known), undefined, other.slice(0, 20));
  assert.equal(meantBy('roomid', []), undefined);
});

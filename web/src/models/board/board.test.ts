import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../kit/clock.fake.ts';
import { createFakeSocket } from '../live/live.fake.ts';
import { Live } from '../live/live.ts';
import { MessageRefused } from '../live/socket.ts';
import { BoardModel } from './board.ts';
import type { BoardElement } from './elements.ts';

const element = (id: string, version = 1, more: Partial<BoardElement> = {}): BoardElement => ({
  ...{ id, version, versionNonce: 5, isDeleted: false },
  ...more,
});

/** A server that stores what it is sent, and a page with its board. */
async function openBoard(stored: BoardElement[] = []) {
  const [clock, socket] = [createFakeClock(), createFakeSocket()];
  const live = new Live({ open: socket.open, token: async () => 'token', clock });
  const board = { seq: stored.length, elements: stored, isWhole: true };
  const asked: (number | undefined)[] = [];
  const sent: BoardElement[][] = [];
  const read = async (_boardId: string, since: number | undefined) => {
    asked.push(since);
    return board;
  };
  const store = (elements: BoardElement[]) => {
    sent.push(elements);
    board.seq += elements.length;
    board.elements = [...board.elements, ...elements];
    return { seq: board.seq, stale: [] };
  };
  socket.answerBy(async (_method, data) => store((data as { elements: BoardElement[] }).elements));
  live.start();
  socket.up();
  const model = new BoardModel({
    ...{ live, api: { read }, channelId: '7', boardId: 'b', participantId: 'me', clock },
  });
  await clock.advance(0);
  const hear = (since: number, seq: number, elements: unknown[]) =>
    socket.publish('chat:7', { event: 'board', payload: { boardId: 'b', since, seq, elements } });
  const ids = () => [...model.elements.get().keys()];
  return { clock, socket, model, board, asked, sent, store, hear, ids };
}

test('the board is read, and changed by the events that follow', async () => {
  const { hear, socket, ids, asked, model } = await openBoard([element('a')]);
  hear(1, 2, [element('b')]);
  hear(1, 2, [element('b')]);
  hear(2, 3, [element('a', 2, { isDeleted: true }), null, { id: 7 }]);
  const payload = { boardId: 'another board', since: 3, seq: 4, elements: [element('x')] };
  socket.publish('chat:7', { event: 'board', payload });
  assert.deepEqual([ids(), asked], [['b'], [undefined]]);
  model.end();
});

test('a missing event is read by the number of the last known one', async () => {
  const { hear, ids, asked, board, clock, model } = await openBoard([element('a')]);
  Object.assign(board, { seq: 3, elements: [element('b'), element('c')], isWhole: false });
  hear(2, 3, [element('c')]);
  await clock.advance(2_000);
  assert.deepEqual(
    [ids(), asked],
    [
      ['a', 'b', 'c'],
      [undefined, 1],
    ],
  );
  model.end();
});

test('own elements are shown at once and stay when the server acknowledges them before its event', async () => {
  const { model, ids, hear, sent, clock } = await openBoard();
  model.draw([element('mine')]);
  assert.deepEqual(ids(), ['mine']);
  await clock.advance(0);
  assert.deepEqual([ids(), sent.length], [['mine'], 1]);
  hear(0, 1, [element('mine')]);
  hear(1, 2, [element('mine', 2, { isDeleted: true })]);
  assert.deepEqual(ids(), []);
  model.end();
});

test('own elements are sent again until the server answers, and after a return', async () => {
  const { model, socket, sent, store, clock, ids } = await openBoard();
  let attempts = 0;
  socket.answerBy(async () => {
    attempts += 1;
    throw new MessageRefused({ code: 1, message: 'timeout' });
  });
  model.draw([element('mine')]);
  await clock.advance(1_000);
  assert.ok(attempts >= 2, `${attempts}`);
  socket.down();
  socket.answerBy(async (_method, data) => store((data as { elements: BoardElement[] }).elements));
  socket.up();
  await clock.advance(0);
  assert.deepEqual([sent.flat().map(({ id }) => id), ids()], [['mine'], ['mine']]);
  model.end();
});

test('what the server refuses is taken back', async () => {
  const { model, socket, ids, clock } = await openBoard([element('a')]);
  const refused: string[] = [];
  model.onRefused(({ message }) => refused.push(message));
  socket.answerBy(async () => {
    throw new MessageRefused({ code: 403, message: 'board_locked' });
  });
  model.draw([element('mine')]);
  await clock.advance(0);
  assert.deepEqual([ids(), refused], [['a'], ['board_locked']]);
  model.end();
});

test('many elements are sent in messages of at most 20', async () => {
  const { model, sent, clock } = await openBoard();
  model.draw(Array.from({ length: 45 }, (_, index) => element(`e${index}`)));
  await clock.advance(0);
  assert.deepEqual(
    sent.map(({ length }) => length),
    [20, 20, 5],
  );
  model.end();
});

test('a refused element does not take the others of its message back', async () => {
  const { model, socket, store, ids, clock } = await openBoard();
  const refused: string[] = [];
  model.onRefused(({ message }) => refused.push(message));
  socket.answerBy(async (_method, data) => {
    const { elements } = data as { elements: BoardElement[] };
    if (elements.some(({ id }) => id === 'foreign'))
      throw new MessageRefused({ code: 403, message: 'foreign_element' });
    return store(elements);
  });
  model.draw(['a', 'foreign', 'b'].map((id) => element(id)));
  await clock.advance(0);
  assert.deepEqual([ids(), refused], [['a', 'b'], ['foreign_element']]);
  model.end();
});

test('messages count bytes, and an element that no message can carry is refused here', async () => {
  const { model, sent, ids, clock } = await openBoard();
  const refused: number[] = [];
  model.onRefused(({ code }) => refused.push(code));
  // Two bytes for each letter.
  const text = 'ы'.repeat(15_000);
  model.draw([
    element('a', 1, { text }),
    element('b', 1, { text }),
    element('c', 1, { text: text.repeat(2) }),
  ]);
  await clock.advance(0);
  assert.deepEqual([sent.map((batch) => batch.length), refused, ids()], [[2], [413], ['a', 'b']]);
  model.draw([element('d', 1, { text: 'ы'.repeat(20_000) }), element('e', 1, { text })]);
  await clock.advance(0);
  assert.deepEqual(
    sent.map((batch) => batch.length),
    [2, 1, 1],
  );
  model.end();
});

test('what was drawn before the end is sent after it', async () => {
  const { model, sent, clock } = await openBoard();
  model.draw(Array.from({ length: 25 }, (_, index) => element(`e${index}`)));
  model.end();
  await clock.advance(0);
  assert.equal(sent.flat().length, 25);
});

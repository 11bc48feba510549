import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { mostElements } from '../../../contract/operations/board-limits.ts';
import { stroke } from '../../testing/boards/stroke.ts';
import { databaseOf } from '../../testing/database.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { type DrawingPerson, DrawingRoom } from './testing/drawing-people.ts';

let lectern: InProcess;
let room: DrawingRoom;
let ann: DrawingPerson;
let boardId: string;

before(async () => {
  lectern = await startInProcess();
});
beforeEach(async () => {
  room = await DrawingRoom.of(lectern);
  const { id } = await room.group.owner.createBoard({ ...room.group.at, body: { kind: 'shared' } });
  boardId = id;
  ann = await room.come('Ann');
});
afterEach(() => room?.end());
after(() => lectern?.remove());

const image = { type: 'image', fileId: 'a', status: 'saved' };

/** Elements that a board does not take, by the reason. */
const hostile: Record<string, unknown> = {
  'NaN points': stroke('a', { points: [[0, Number.NaN]] }),
  'an infinite point': stroke('a', { points: [[0, 1e7]] }),
  'points that are texts': stroke('a', { points: [['<b>', 1]] }),
  'no points': stroke('a', { points: undefined }),
  'too many points': stroke('a', { points: Array.from({ length: 5_001 }, () => [0, 0]) }),
  'more pressures than points': stroke('a', { pressures: [1, 1, 1, 1] }),
  'version 2^53': stroke('a', { version: 2 ** 53 }),
  'version 0': stroke('a', { version: 0 }),
  'a nonce below 0': stroke('a', { versionNonce: -1 }),
  'a picture by a data URL': stroke('a', { ...image, dataURL: 'data:image/png;base64,AAAA' }),
  'a remote picture': stroke('a', { ...image, link: 'https://tracker.example.org/a.png' }),
  'an embedded page': stroke('a', { type: 'embeddable', link: 'https://example.org' }),
  'a frame of a page': stroke('a', { type: 'iframe' }),
  'a javascript link': stroke('a', { link: 'javascript:alert(1)' }),
  'a data link': stroke('a', { link: 'data:text/html,x' }),
  'a color with CSS': stroke('a', { strokeColor: 'red;background:url(//x)' }),
  'an id with a path': stroke('../a'),
  'an id of 1000 characters': stroke('a'.repeat(1_000)),
  'a text without text': stroke('a', { type: 'text', points: undefined, fontSize: 20 }),
  'a text that is too long': stroke('a', { type: 'text', fontSize: 20, text: 'x'.repeat(10_001) }),
  'NUL in a text': stroke('a', { type: 'text', fontSize: 20, text: 'a\0b' }),
  'no object': 7,
  null: null,
};

test('an element of another form is refused with its fault, and nothing is stored', async () => {
  for (const [reason, element] of Object.entries(hostile)) {
    await assert.rejects(
      ann.draw(boardId, element),
      ({ code, message }: { code: number; message: string }) => {
        assert.equal(code, 422, `${reason}: ${code} ${message}`);
        assert.match(message, /^validation_failed: /, reason);
        return true;
      },
    );
  }
  assert.equal((await room.read(ann, boardId)).seq, 0);
});

test('messages of another form are refused', async () => {
  for (const data of [
    null,
    {},
    { participantId: ann.id, boardId, elements: [] },
    {
      participantId: ann.id,
      boardId,
      elements: Array.from({ length: 21 }, (_, index) => stroke(`${index}`)),
    },
    { participantId: ann.id, boardId, elements: [stroke('a'), stroke('a')] },
    { participantId: ann.id, boardId: 'x', elements: [stroke('a')] },
  ])
    await assert.rejects(ann.ear.rpc('draw', data), { code: 422 });
});

test('fields that a board does not know are dropped, and a deleted element keeps nothing', async () => {
  await ann.draw(boardId, stroke('a', { customData: { html: '<b>' }, authorId: '1', __proto__: { x: 1 } }));
  const [{ authorId, ...stored } = { authorId: '' }] = (await room.read(ann, boardId)).elements;
  assert.deepEqual(stored, stroke('a'));
  assert.notEqual(authorId, '1');
  await ann.draw(boardId, stroke('a', { version: 2, isDeleted: true }));
  const database = await databaseOf(lectern);
  const { rows } = await database.pool.query('SELECT data FROM board_elements WHERE board_id = $1', [
    boardId,
  ]);
  await database.close();
  assert.deepEqual(rows, [{ data: { id: 'a', version: 2, versionNonce: 5, isDeleted: true } }]);
});

/** Fills the board by its table. */
async function fill(count: number, dataBytes: number): Promise<void> {
  const database = await databaseOf(lectern);
  const data = { ...stroke('x'), originalText: 'x'.repeat(dataBytes) };
  await database.pool.query(
    `INSERT INTO board_elements (board_id, id, seq, version, nonce, author_user_id, is_deleted, bytes, data)
     SELECT $1, 'e' || n, n, 1, 5, (SELECT user_id FROM chat_user_participants WHERE participant_id = $2), false, $3,
       $4::jsonb || jsonb_build_object('id', 'e' || n)
     FROM generate_series(1, $5) n`,
    [boardId, ann.id, dataBytes + 300, JSON.stringify(data), count],
  );
  await database.pool.query(
    'UPDATE boards SET top = $2::integer, element_count = $2::integer, bytes = $3 WHERE id = $1',
    [boardId, count, count * (dataBytes + 300)],
  );
  await database.close();
}

test('a board with 5,000 elements takes no more, is read within 2 s, and takes one again after a deletion', async () => {
  await fill(mostElements, 600);
  await assert.rejects(ann.draw(boardId, stroke('more')), { code: 409, message: 'board_full' });
  const began = performance.now();
  const { elements } = await room.read(ann, boardId);
  const took = performance.now() - began;
  assert.equal(elements.length, mostElements);
  assert.ok(took < 2_000, `${took} ms`);
  await ann.draw(boardId, stroke('e7', { version: 2, isDeleted: true }));
  await ann.draw(boardId, stroke('more'));
  await ann.draw(boardId, stroke('e8', { version: 2, x: 1 }));
});

test('a board of 8 MB takes no larger element, but smaller ones', async () => {
  await fill(1_000, 8_100);
  const long = Array.from({ length: 3_000 }, (_, index) => [index, index]);
  await assert.rejects(ann.draw(boardId, stroke('more', { points: long })), {
    code: 409,
    message: 'board_full',
  });
  await ann.draw(boardId, stroke('e1', { version: 2 }));
});

test('a board remembers 1,000 deleted elements; who knows an older state reads the whole board', async () => {
  await fill(1_200, 10);
  const database = await databaseOf(lectern);
  await database.pool.query('UPDATE board_elements SET is_deleted = true WHERE board_id = $1', [boardId]);
  await database.close();
  await ann.draw(boardId, stroke('e1200', { version: 2, isDeleted: true }));
  const old = await room.read(ann, boardId, 100);
  assert.equal(old.isWhole, true);
  const recent = await room.read(ann, boardId, 1_150);
  assert.equal(recent.isWhole, false);
  // The numbers 1151 to 1199, and the last deletion.
  assert.equal(recent.elements.length, 50);
});

test('a flood of drawings is limited, the board stays consistent, and nothing acknowledged is missing', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 150 }, (_, index) => ann.draw(boardId, stroke(`f${index}`))),
  );
  const taken = outcomes.filter(({ status }) => status === 'fulfilled').length;
  assert.ok(taken >= 60, `${taken}`);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 111, String(outcome.reason));
  const { seq, elements } = await room.read(ann, boardId);
  assert.deepEqual([seq, elements.length], [taken, taken]);
});

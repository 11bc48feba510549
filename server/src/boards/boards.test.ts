import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, suite, test } from 'node:test';
import { stroke } from '../../testing/boards/stroke.ts';
import { databaseOf } from '../../testing/database.ts';
import { insertDocumentOf } from '../../testing/documents.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { refused } from '../../testing/refused.ts';
import { waitUntil } from '../../testing/wait.ts';
import { type DrawingPerson, DrawingRoom } from './testing/drawing-people.ts';

let lectern: InProcess;
let room: DrawingRoom;
let mo: DrawingPerson;
let ann: DrawingPerson;
let bob: DrawingPerson;
let boardId: string;

before(async () => {
  lectern = await startInProcess();
});
beforeEach(async () => {
  room = await DrawingRoom.of(lectern);
  [mo, ann, bob] = [await room.come('Mo', 'moderator'), await room.come('Ann'), await room.come('Bob')];
  boardId = (await mo.api.createBoard({ ...room.group.at, body: { kind: 'shared', name: 'Fractions' } })).id;
});
afterEach(() => room?.end());
after(() => lectern?.remove());

const at = () => ({ ...room.group.at, boardId });
const idsOn = async (person: DrawingPerson, board = boardId) =>
  (await room.read(person, board)).elements.map(({ id }) => id);
const denied = (drawing: Promise<unknown>, code: number, message: RegExp) =>
  assert.rejects(drawing, (error: { code: number; message: string }) => {
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    return true;
  });

test('a finished element is stored, numbered, published to the room, and read by who comes late', async () => {
  assert.deepEqual(await ann.draw(boardId, stroke('one')), { seq: 1, stale: [] });
  assert.deepEqual(await bob.draw(boardId, stroke('two'), stroke('three')), { seq: 3, stale: [] });
  const [first, second] = await mo.ear.hears('board', 2);
  assert.equal(first?.seq, undefined);
  const told = [first, second].map((one) => {
    const { since, seq, elements } = Object(one?.payload) as {
      since: number;
      seq: number;
      elements: { id: string }[];
    };
    return [since, seq, elements.map(({ id }) => id)];
  });
  assert.deepEqual(told, [
    [0, 1, ['one']],
    [1, 3, ['two', 'three']],
  ]);
  const late = await room.read(await room.come('Late'), boardId);
  assert.deepEqual(
    { ...late, elements: late.elements.length },
    { boardId, seq: 3, isWhole: true, elements: 3 },
  );
  const [{ authorId, ...one } = { authorId: '' }] = late.elements;
  assert.deepEqual(one, stroke('one'));
  assert.match(String(authorId), /^\d+$/);
  assert.deepEqual(
    (await room.read(ann, boardId, 1)).elements.map(({ id }) => id),
    ['two', 'three'],
  );
});

test('the higher version wins, then the lower nonce; a repeated message changes nothing and is published again', async () => {
  await ann.draw(boardId, stroke('one', { version: 3, versionNonce: 7 }));
  assert.deepEqual(await ann.draw(boardId, stroke('one', { version: 2, versionNonce: 1, x: 99 })), {
    seq: 1,
    stale: ['one'],
  });
  assert.deepEqual(await ann.draw(boardId, stroke('one', { version: 3, versionNonce: 7 })), {
    seq: 1,
    stale: [],
  });
  const [, again] = await bob.ear.hears('board', 2);
  // Without the element: a small message must not cause a large event.
  const { channelId } = room.group.room;
  assert.deepEqual(again?.payload, { boardId, channelId, since: 1, seq: 1, elements: [] });
  await ann.draw(boardId, stroke('one', { version: 3, versionNonce: 6, x: 50 }));
  const [element] = (await room.read(bob, boardId)).elements;
  assert.deepEqual([element?.version, element?.versionNonce, Object(element).x], [3, 6, 50]);
});

test('a new board is told to those who see it', async () => {
  const { id } = await mo.api.createBoard({ ...room.group.at, body: { kind: 'shared', name: 'Sums' } });
  // The board of every test is the first.
  const [, made] = await ann.ear.hears('board-created', 2);
  assert.equal(Object(made?.payload).boardId, id);
  const own = await ann.api.createBoard({ ...room.group.at, body: { kind: 'personal' } });
  const [, , other] = await mo.ear.hears('board-created', 3);
  assert.equal(Object(other?.payload).boardId, own.id);
  assert.equal((await bob.ear.hears('board-created', 2)).length, 2);
});

test('an element that a board never had is not stored as deleted', async () => {
  const unknown = stroke('unknown', { isDeleted: true });
  assert.deepEqual(await ann.draw(boardId, stroke('one'), unknown), { seq: 1, stale: ['unknown'] });
});

test('people delete and change only their own elements; moderators all, without becoming their author', async () => {
  await ann.draw(boardId, stroke('of-ann'));
  await denied(bob.draw(boardId, stroke('of-ann', { version: 2, isDeleted: true })), 403, /foreign_element/);
  await denied(bob.draw(boardId, stroke('mine'), stroke('of-ann', { version: 2 })), 403, /foreign_element/);
  assert.deepEqual(await idsOn(mo), ['of-ann'], 'all elements of a message or none');
  await mo.draw(boardId, stroke('of-ann', { version: 2, x: 77 }));
  await ann.draw(boardId, stroke('of-ann', { version: 3, isDeleted: true }));
  assert.deepEqual(await idsOn(mo), []);
  const { elements, isWhole } = await room.read(mo, boardId, 1);
  assert.equal(isWhole, false);
  const [{ authorId: _, ...deleted } = { authorId: '' }] = elements;
  assert.deepEqual(deleted, { id: 'of-ann', version: 3, versionNonce: 5, isDeleted: true });
});

test('a board that was cleared is read as a whole, and drawn on again', async () => {
  await ann.draw(boardId, stroke('one'), stroke('two'));
  await refused(ann.api.clearBoard(at()), 'forbidden');
  await mo.api.clearBoard(at());
  assert.deepEqual((await bob.ear.hears('board-cleared'))[0]?.payload.seq, 3);
  assert.deepEqual(await room.read(bob, boardId, 2), { boardId, seq: 3, isWhole: true, elements: [] });
  assert.deepEqual(await ann.draw(boardId, stroke('one')), { seq: 4, stale: [] });
  assert.deepEqual(await idsOn(bob), ['one']);
});

suite('who may draw', () => {
  const drawingIn = async (isRemoteDrawingAllowed: boolean) =>
    room.group.owner.updateRoom({ ...room.group.at, body: { isRemoteDrawingAllowed } });

  test('isRemoteDrawingAllowed of the room acts at the next message, moderators draw all the same', async () => {
    await ann.draw(boardId, stroke('one'));
    await drawingIn(false);
    const [told] = await bob.ear.hears('drawing-changed');
    assert.equal(told?.payload.isRemoteDrawingAllowed, false);
    await denied(ann.draw(boardId, stroke('two')), 403, /drawing_off/);
    await mo.draw(boardId, stroke('three'));
    assert.equal((await ann.api.listBoards(room.group.at)).items[0]?.isDrawingAllowed, false);
    await drawingIn(true);
    await ann.draw(boardId, stroke('two'));
    assert.deepEqual(await idsOn(bob), ['one', 'three', 'two']);
  });

  test('a moderator allows or forbids one person, whatever the room says', async () => {
    const let_ = (person: DrawingPerson, isAllowed: boolean | null) =>
      mo.api.updateDrawing({ ...room.group.at, participantId: person.id, body: { isAllowed } });
    await drawingIn(false);
    assert.deepEqual(await let_(ann, true), { isAllowed: true });
    assert.deepEqual((await ann.ear.hears('drawing'))[0]?.payload.isAllowed, true);
    await ann.draw(boardId, stroke('one'));
    await denied(bob.draw(boardId, stroke('two')), 403, /drawing_off/);
    await drawingIn(true);
    assert.deepEqual(await let_(bob, false), { isAllowed: false });
    await denied(bob.draw(boardId, stroke('two')), 403, /drawing_off/);
    assert.deepEqual(await let_(bob, null), { isAllowed: true });
    await bob.draw(boardId, stroke('two'));
    await refused(
      ann.api.updateDrawing({ ...room.group.at, participantId: ann.id, body: { isAllowed: true } }),
      'forbidden',
    );
  });

  test('on a locked board only moderators draw', async () => {
    assert.equal((await mo.api.updateBoard({ ...at(), body: { isLocked: true } })).isLocked, true);
    assert.deepEqual((await ann.ear.hears('board-changed'))[0]?.payload.isLocked, true);
    await denied(ann.draw(boardId, stroke('one')), 403, /board_locked/);
    await mo.draw(boardId, stroke('two'));
    await mo.api.updateBoard({ ...at(), body: { isLocked: false } });
    await ann.draw(boardId, stroke('one'));
  });

  test('a person who was removed or left the call draws nothing more', async () => {
    await ann.draw(boardId, stroke('one'));
    await ann.person.leave();
    await waitUntil(
      async () =>
        (await room.group.owner.listParticipants(room.group.at)).items.every(({ id }) => id !== ann.id),
      { timeout: 30_000, message: 'Ann to be gone' },
    );
    // Their page tries again: they may be on their way back.
    await denied(ann.draw(boardId, stroke('two')), 409, /participant_not_in_call/);
    await mo.api.removeParticipant(bob.at);
    await assert.rejects(bob.draw(boardId, stroke('three')));
    await refused(bob.api.listBoardElements(at()), 'removed_from_call');
    assert.deepEqual(await idsOn(mo), ['one']);
  });

  test("another room's board and another person's participant id are not found", async () => {
    const other = await DrawingRoom.of(lectern);
    const foreign = await other.come('Eve', 'moderator');
    await denied(foreign.draw(boardId, stroke('one')), 404, /not_found/);
    await refused(foreign.api.listBoardElements(at()), 'not_found');
    const asMo = { participantId: mo.id, boardId, elements: [stroke('one')] };
    await denied(ann.ear.rpc('draw', asMo), 404, /not_found/);
    await refused(foreign.api.deleteBoard({ ...other.group.at, boardId }), 'not_found');
    await other.end();
  });
});

suite('personal boards', () => {
  const ownBoard = async ({ api }: DrawingPerson) =>
    (await api.createBoard({ ...room.group.at, body: { kind: 'personal' } })).id;

  test('their owner and the moderators see them and their elements, nobody else', async () => {
    const own = await ownBoard(ann);
    assert.equal(await ownBoard(ann), own, 'one for each person');
    await ann.draw(own, stroke('one'));
    const [told] = await mo.ear.hears('board');
    assert.match(String(told?.channel), /^user:/);
    await ann.ear.hears('board');
    assert.deepEqual(await idsOn(mo, own), ['one']);
    await denied(bob.draw(own, stroke('two')), 404, /not_found/);
    await refused(room.read(bob, own), 'not_found');
    const seen = async ({ api }: DrawingPerson) =>
      (await api.listBoards(room.group.at)).items.map(({ id }) => id);
    assert.deepEqual(
      [await seen(bob), await seen(ann), await seen(mo)],
      [[boardId], [boardId, own], [boardId, own]],
    );
    assert.deepEqual(bob.ear.events('board'), []);
    await mo.draw(own, stroke('remark'));
    await room.group.owner.updateRoom({ ...room.group.at, body: { isRemoteDrawingAllowed: false } });
    await ann.draw(own, stroke('three'));
  });

  test('a moderator whose link expired and who left the call sees no personal boards and creates none', async () => {
    const own = await ownBoard(ann);
    // Everybody leaves: people keep their role until the end of the call that they were in.
    for (const { person } of [mo, ann, bob]) await person.leave();
    const database = await databaseOf(lectern);
    await database.pool.query('UPDATE calls SET finished_at = now() WHERE room_id = $1', [
      room.group.room.id,
    ]);
    await database.pool.query('UPDATE access_links SET expires_at = now() WHERE room_id = $1', [
      room.group.room.id,
    ]);
    await database.close();
    const create = () => mo.api.createBoard({ ...room.group.at, body: { kind: 'shared' } });
    await waitUntil(
      async () => (await mo.api.listBoards(room.group.at)).items.every(({ id }) => id !== own),
      {
        ...{ timeout: 30_000, message: 'the personal board to be hidden' },
      },
    );
    await refused(room.read(mo, own), 'not_found');
    await refused(create(), 'forbidden');
  });

  test('the erasure of a person removes what they drew and their board; others keep theirs', async () => {
    const at = { ...room.group.at };
    const { url } = await room.group.owner.generateAccess({
      ...at,
      body: { username: 'Eva', role: 'user', externalUserId: 'eva' },
    });
    assert.ok(url);
    const database = await databaseOf(lectern);
    try {
      const own = await ownBoard(ann);
      await ann.draw(own, stroke('one'));
      await ann.draw(boardId, stroke('two'));
      await bob.draw(boardId, stroke('three'));
      await database.pool.query('UPDATE participants SET external_user_id = $1 WHERE id = $2', [
        'ann-7',
        ann.id,
      ]);
      await room.group.owner.erasePerson({ externalUserId: 'ann-7' });
      assert.deepEqual(await idsOn(mo), ['three']);
      const { isWhole, seq } = await room.read(mo, boardId, 2);
      assert.deepEqual([isWhole, seq], [true, 3]);
      await refused(room.read(mo, own), 'not_found');
      const { rows } = await database.pool.query(
        'SELECT element_count, bytes > 0 AS "hasBytes" FROM boards WHERE id = $1',
        [boardId],
      );
      assert.deepEqual(rows, [{ element_count: 1, hasBytes: true }]);
    } finally {
      await database.close();
    }
  });
});

test('strokes under way reach the room together and are not stored; without the right nobody gets them', async () => {
  const send = (person: DrawingPerson, id: string, points: number[][]) =>
    person.ear.send('stroke', { participantId: person.id, boardId, id, points });
  await Promise.all([send(ann, 's1', [[0, 0]]), send(ann, 's1', [[1, 1, 0.5]]), send(bob, 's2', [[5, 5]])]);
  const heard = () =>
    mo.ear
      .events('strokes')
      .flatMap(({ payload }) => payload.strokes as { id: string; points: number[][] }[]);
  await waitUntil(() => heard().flatMap(({ points }) => points).length === 3, {
    timeout: 5_000,
    message: () => JSON.stringify(heard()),
  });
  assert.ok(mo.ear.events('strokes').length <= 2);
  assert.deepEqual(await idsOn(mo), []);
  await mo.api.updateBoard({ ...at(), body: { isLocked: true } });
  const lastIds = () => {
    const { strokes } = Object(mo.ear.events('strokes').at(-1)?.payload) as { strokes: { id: string }[] };
    return strokes.map(({ id }) => id);
  };
  // The standing of the sender may be a second old.
  await waitUntil(
    async () => {
      const { length } = mo.ear.events('strokes');
      await send(bob, 's3', [[9, 9]]);
      await send(mo, 'mine', [[1, 1]]);
      await waitUntil(() => mo.ear.events('strokes').length > length, {
        timeout: 2_000,
        message: 'another event',
      });
      return lastIds().join() === 'mine';
    },
    { timeout: 4_000, message: () => `only the moderator to draw: ${lastIds()}` },
  );
});

test('boards are created by moderators, up to 40 in a room; one of a page once', async () => {
  const create = (body: Parameters<typeof mo.api.createBoard>[0]['body'], { api } = mo) =>
    api.createBoard({ ...room.group.at, body });
  await refused(create({ kind: 'shared' }, ann), 'forbidden');
  await refused(create({ kind: 'page', documentId: 'a'.repeat(24), page: 1 }, ann), 'forbidden');
  await refused(create({ kind: 'page' }), 'validation_failed');
  await refused(create({ kind: 'shared', page: 3 }), 'validation_failed');
  await refused(create({ kind: 'page', documentId: 'a'.repeat(24), page: 1 }), 'validation_failed');
  const documentId = await insertDocumentOf(lectern, room.group.at, { pages: 3 });
  await refused(create({ kind: 'page', documentId, page: 4 }), 'validation_failed');
  const page = await create({ kind: 'page', documentId, page: 3 });
  assert.equal((await create({ kind: 'page', documentId, page: 3 })).id, page.id);
  for (let count = 1; count < 40; count += 1) await create({ kind: 'shared' });
  await refused(create({ kind: 'shared' }), 'too_many_boards');
  await mo.api.deleteBoard(at());
  assert.deepEqual((await ann.ear.hears('board-deleted'))[0]?.payload.boardId, boardId);
  await create({ kind: 'shared' });
  await denied(ann.draw(boardId, stroke('one')), 404, /not_found/);
});

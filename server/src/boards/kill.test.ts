import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { stroke } from '../../testing/boards/stroke.ts';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { type LecternProcess, startLectern } from '../../testing/lectern.ts';
import { type Entered, enterBy, makeLink } from '../../testing/people/entering.ts';
import { SocketListener } from '../../testing/people/listener.ts';
import { insertFailedRecord } from '../../testing/records/records.ts';
import { waitUntil } from '../../testing/wait.ts';
import { newId } from '../platform/ids.ts';

const kills = 3;
const drawnBeforeKill = 12;

let lectern: LecternProcess;
let group: TestGroup;
let ann: Entered;

before(async () => {
  lectern = await startLectern();
  group = await makeGroup(lectern, { isPublic: false });
  ann = await enterBy(lectern, group, { url: await makeLink(group, { role: 'moderator' }) });
  // A person in a call whose visit nothing ends: the test is about the database.
  const { callId } = await insertFailedRecord(lectern, group);
  const { db, close } = await databaseOf(lectern);
  const id = newId();
  const visit = { id, call_id: callId, participant_id: ann.id, entry_id: id, engine_sid: id };
  await db
    .insertInto('visits')
    .values({ ...visit, entered_at: new Date(), exited_at: null })
    .execute();
  await close();
});
after(() => lectern?.remove());

test('a killed node loses no acknowledged element; a message without a reply is repeated and stored once', async () => {
  const { id: boardId } = await group.owner.createBoard({ ...group.at, body: { kind: 'shared' } });
  const acknowledged: string[] = [];
  const unanswered: string[] = [];
  let count = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const ear = await SocketListener.of(lectern, ann.api, group.room.channelId);
    const draw = async (id: string) => {
      await ear.rpc('draw', { participantId: ann.id, boardId, elements: [stroke(id)] });
      acknowledged.push(id);
    };
    for (const id of unanswered.splice(0)) await draw(id);
    const drawings = Array.from({ length: 2 * drawnBeforeKill }, () => {
      count += 1;
      const id = `e${count}`;
      return draw(id).catch(() => void unanswered.push(id));
    });
    const goal = acknowledged.length + drawnBeforeKill;
    await waitUntil(() => acknowledged.length >= goal, {
      timeout: 20_000,
      message: 'some drawings to be stored',
    });
    await lectern.kill();
    ear.close();
    await Promise.all(drawings);
    await lectern.start();
  }
  const { elements, seq } = await group.owner.listBoardElements({ ...group.at, boardId, query: {} });
  const stored = new Set(elements.map(({ id }) => id));
  assert.deepEqual(
    acknowledged.filter((id) => !stored.has(id)),
    [],
  );
  assert.equal(stored.size, elements.length);
  assert.equal(seq, elements.length);
});

import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { after, before, suite, test } from 'node:test';
import { dispose } from '@livekit/rtc-node';
import { databaseOf } from '../../../testing/database.ts';
import { engineOf } from '../../../testing/people/meeting.ts';
import { RecordingServer } from '../../../testing/records/recording-server.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { mayPublishNothing } from '../../engines/media/media.ts';
import { OwnProcessRecorder } from '../../engines/recorder/own-process.ts';

suite('a recorder in the room', () => {
  let server: RecordingServer;
  before(async () => {
    server = await RecordingServer.start();
  });
  after(async () => {
    await server?.close().finally(dispose);
  });

  test('nobody sees or counts a recorder, nothing removes it, and it does not prolong the call', async () => {
    const { owner, group, lectern } = server;
    const recordId = await server.startAndAwaitPicture();
    const { person } = await server.ensureParticipant();
    const engine = engineOf(lectern);
    const name = `recorder-${recordId}`;
    const found = async () =>
      (await engine.listParticipants(group.room.id)).find(({ identity }) => identity === name);
    const before = await waitUntil(found, { timeout: 20_000, message: 'the recorder in the room' });
    assert.equal(before.hidden, true);
    assert.deepEqual(before.publish, mayPublishNothing);

    assert.equal((await owner.listParticipants(group.at)).items.length, 1);
    assert.equal((await owner.getActiveCall(group.at)).participantsCount, 1);
    assert.equal([...person.room.remoteParticipants.values()].length, 0);
    // The room is reconciled with the media server every two seconds.
    const { startedAt } = await server.getRecord(recordId);
    await waitUntil(() => Date.now() - Date.parse(startedAt ?? '') > 5000, {
      timeout: 20_000,
      message: 'two reconciliations',
    });
    assert.equal((await found())?.sid, before.sid);

    await person.leave();
    const outcome = await server.awaitOutcome(recordId);
    assert.equal(outcome.state, 'finished');
    assert.equal(outcome.isPartial, false);
    assert.equal(outcome.fault, undefined);
    const isClosed = async () => (await engine.listRooms()).every(({ roomId }) => roomId !== group.room.id);
    await waitUntil(isClosed, { timeout: 20_000, message: 'the media server to close the room' });
    const database = await databaseOf(lectern);
    const visits = await database.db
      .selectFrom('visits')
      .select(['participant_id', 'exited_at'])
      .execute()
      .finally(database.close);
    assert.ok(!visits.some(({ participant_id: id }) => id === name));
    // The wait for a return is not part of the file.
    const left = Math.max(...visits.map(({ exited_at: at }) => at?.getTime() ?? Number.NaN));
    const truth = (left - Date.parse(startedAt ?? '')) / 1000;
    assert.ok(Math.abs((outcome.duration ?? 0) - truth) < 0.7, `${outcome.duration} s instead of ${truth}`);
  });

  test('a recorder removed by another node ends and does not return, and its file is finished', async () => {
    const recordId = await server.startAndAwaitPicture();
    const elsewhere = new OwnProcessRecorder({
      ...{ media: engineOf(server.lectern), dataDir: tmpdir(), programs: '', places: 0 },
    });
    await elsewhere.removeFromCall({ recordId, roomId: server.group.room.id });
    const outcome = await server.awaitOutcome(recordId);
    assert.deepEqual([outcome.state, outcome.fault], ['finished', undefined]);
    const { items } = await server.owner.listParticipants(server.group.at);
    assert.equal(items.length, 1, 'the call goes on');
  });
});

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { answer, type Receiver, startReceiver } from '../../../testing/receivers/receiver.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { insertRecordOf } from '../../playbacks/timeline/testing/recorded.ts';
import { type BbbGroup, makeBbbGroup } from '../testing/bbb-client.ts';
import { eventsAt } from '../testing/hook-receiver.ts';

let lectern: InProcess;
let database: Database;
let receiver: Receiver;
let group: BbbGroup;
before(async () => {
  lectern = await startInProcess({ LECTERN_BBB_RETRY_SECONDS: '3600' });
  database = await databaseOf(lectern);
  receiver = await startReceiver();
});
beforeEach(async () => {
  receiver.behave(answer(500));
  receiver.received.length = 0;
  group = await makeBbbGroup(lectern);
});
after(async () => {
  await database?.close();
  await receiver?.close();
  await lectern?.remove();
});

/** Responds with what begins with this text in the request: as it arrived, as JSON, and as JSON in JSON. */
const echoFrom = (text: string) =>
  receiver.behave((response, { body }) => {
    const event = new URLSearchParams(body).get('event') ?? '';
    const parts = [body, event, JSON.stringify({ event })].map((one) => {
      const start = one.indexOf(text);
      return one.slice(start, start + 200);
    });
    response.writeHead(500).end(parts.join('\n'));
  });

/** The only delivery of the group after so many attempts, as the log has it. */
async function delivered(attempts: number) {
  const { spaceId, owner } = group;
  const { id: callbackId } = await waitUntil(
    async () => {
      const { items } = await owner.listBigBlueButtonDeliveries({ spaceId });
      return items[0]?.attempts.length === attempts && items[0];
    },
    { timeout: 20_000, message: `${attempts} attempts` },
  );
  return owner.getBigBlueButtonDelivery({ spaceId, callbackId });
}

test('passwords that a receiver repeats are not stored, however it spells them', async () => {
  const [moderatorPW, attendeePW] = ['mo"quote\\slash+', 'at"quote\\slash é'];
  await group.bbb.call('hooks/create', { callbackURL: `${receiver.url}/hook` });
  echoFrom('moderator-pass');
  await group.bbb.call('create', { meetingID: 'mm', moderatorPW, attendeePW });
  const { attempts } = await delivered(1);
  const [event] = eventsAt(receiver, group.secret);
  const sent = event?.attributes.meeting as Record<string, unknown> | undefined;
  assert.deepEqual([sent?.['moderator-pass'], sent?.['viewer-pass']], [moderatorPW, attendeePW]);
  const stored = attempts[0]?.answer ?? '';
  assert.equal(stored.match(/moderator-pass/g)?.length, 3, stored);
  assert.equal(stored.match(/…/g)?.length, 6, stored);
  assert.ok(!/quote|slash/.test(stored), stored);
});

test('what opens a protected recording is neither in the log nor in a stored response', async () => {
  const created = await group.bbb.call('create', { meetingID: 'mm', record: 'true' });
  const recordID = created.field('internalMeetingID') ?? '';
  await group.bbb.call('hooks/create', {
    ...{ callbackURL: `${receiver.url}/hook`, eventID: 'rap-publish-ended' },
  });
  const { rows } = await database.pool.query(
    'SELECT room_id AS id FROM bbb_meetings WHERE internal_id = $1 AND space_id = $2',
    [recordID, group.spaceId],
  );
  const place = { spaceId: group.spaceId, room: { ...group.room, id: rows[0].id } };
  await insertRecordOf(database.db, place, { startedAt: new Date(), seconds: 90 });
  await group.bbb.call('end', { meetingID: 'mm' });
  const { id: callbackId } = await delivered(1);
  await group.bbb.call('updateRecordings', { recordID, protect: 'true' });
  echoFrom('pass');
  await group.owner.redeliverBigBlueButton({ spaceId: group.spaceId, callbackId });
  const shown = await delivered(2);
  const recording = eventsAt(receiver, group.secret)[1]?.attributes.recording as {
    playback: { link: string };
  };
  const { link } = recording.playback;
  assert.equal((await fetch(link, { method: 'HEAD' })).status, 200);
  const pass = new URL(link).searchParams.get('pass') ?? '';
  assert.ok(pass.length > 20, link);
  assert.match(shown.attempts[1]?.answer ?? '', /…/);
  assert.match(shown.body ?? '', /"link":"[^"?]+"/);
  const { rows: stored } = await database.pool.query(
    'SELECT to_jsonb(a) AS row FROM bbb_delivery_attempts a UNION ALL SELECT to_jsonb(d) FROM bbb_deliveries d',
  );
  assert.ok(!JSON.stringify([shown, stored]).includes(pass));
});

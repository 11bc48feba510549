import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { picturesIn } from '../../../../recorder/testing/decoding.ts';
import { waitUntil } from '../../../../server/testing/wait.ts';
import { brokenInChat, judgeChat, nothingBrokenInChat } from '../chat-verdict.ts';
import type { Fleet } from './parts.ts';
import {
  logFaults,
  type ReceivedEvent,
  type RecordOutcome,
  recordFaults,
  webhookFaults,
  writeFaults,
} from './verdict.ts';
import { type FleetWork, insist } from './work.ts';

const slowly = { timeout: 180_000, interval: 500 };

async function chatFaults({ services }: Fleet, { writers, group }: FleetWork): Promise<string[]> {
  const { db } = services.database;
  const { channelId } = group.room;
  const isCaughtUp = async () => {
    const { top } = await db
      .selectFrom('chat_channels')
      .select('top')
      .where('id', '=', channelId)
      .executeTakeFirstOrThrow();
    return writers.every(({ seq }) => seq === Number(top));
  };
  await waitUntil(isCaughtUp, { ...slowly, message: 'the chat to be read' }).catch(() => undefined);
  const found = Object.entries(brokenInChat(await judgeChat({ db, channelId }, writers)));
  const wanted = nothingBrokenInChat as Record<string, unknown>;
  return found
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(wanted[name]))
    .map(([name, value]) => `the chat: ${name} is ${JSON.stringify(value)}`);
}

/** Seconds from the first to the last picture of a downloaded file. */
async function secondsIn({ group }: FleetWork, recordId: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-fleet-file-'));
  try {
    const path = join(folder, 'video.mp4');
    const address = await insist(() => group.owner.downloadRecord({ ...group.at, recordId }));
    writeFileSync(path, Buffer.from(await (await insist(() => fetch(address))).arrayBuffer()));
    let last = 0;
    for (const { t } of picturesIn(path)) last = t;
    return last;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function recordsOf({ services }: Fleet, work: FleetWork): Promise<RecordOutcome[]> {
  const read = () =>
    services.database.db
      .selectFrom('records')
      .selectAll()
      .where('room_id', '=', work.group.room.id)
      .execute();
  const areOver = async () => (await read()).every((row) => row.finished_at !== null);
  await waitUntil(areOver, { ...slowly, message: 'every recording to end' }).catch(() => undefined);
  const outcomes: RecordOutcome[] = [];
  for (const row of await read()) {
    const inFile = row.state === 'finished' ? await secondsIn(work, row.id) : undefined;
    outcomes.push({
      ...{ id: row.id, state: row.state, failure: row.failure, isPartial: row.is_partial, inFile },
      ...{ duration: row.duration, startedAt: row.started_at, stoppedAt: row.stopped_at },
      stopReason: row.stop_reason,
    });
  }
  return outcomes;
}

async function eventFaults({ services }: Fleet, { receiver }: FleetWork): Promise<string[]> {
  const read = () => services.database.db.selectFrom('webhook_deliveries').selectAll().execute();
  const areOver = async () => (await read()).every(({ status }) => status !== 'pending');
  await waitUntil(areOver, { ...slowly, message: 'every event to be delivered' }).catch(() => undefined);
  const announced = (await read()).map((row) => ({ id: row.event_id, eventName: row.event_name }));
  const received = receiver.received.map(({ headers, body }): ReceivedEvent => {
    const event = JSON.parse(body).body;
    return {
      ...{ id: String(headers['webhook-id']), eventName: event.eventName, roomId: event.roomId },
      ...{ callId: headers['x-lectern-call-id']?.toString(), recordId: event.recordId },
      body: JSON.stringify(event),
    };
  });
  return webhookFaults(announced, received);
}

export interface FleetFindings {
  faults: string[];
  records: RecordOutcome[];
}

/** Compares the final state of the fleet with everything it acknowledged. */
export async function findingsOf(fleet: Fleet, work: FleetWork): Promise<FleetFindings> {
  const { group, acknowledged } = work;
  const records = await recordsOf(fleet, work);
  const rooms = (await insist(() => group.owner.listRooms({ spaceId: group.spaceId }))).items
    .map(({ name }) => name)
    .filter((name) => name !== group.room.name);
  const nodes = [...fleet.apis, ...fleet.recorders];
  return {
    records,
    faults: [
      ...work.faults,
      ...(await chatFaults(fleet, work)),
      ...recordFaults(records),
      ...(await eventFaults(fleet, work)),
      ...writeFaults(acknowledged, rooms),
      ...nodes.flatMap(({ name, output }) => logFaults(name, output(), work.outages)),
    ],
  };
}

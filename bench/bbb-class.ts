import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type EnteredMeeting, enterMeeting, makeBbbGroup } from '../server/testing/bbb/groups.ts';
import { startLectern } from '../server/testing/lectern.ts';
import { engineOf } from '../server/testing/people/meeting.ts';
import { waitUntil } from '../server/testing/wait.ts';
import { type MediaClient, MediaClients } from './lib/class/media-clients.ts';
import { type BenchResult, type Goal, report } from './lib/report.ts';

/**
 * `npm run bench -- bbb-class [people] [processes]` lets a class join a meeting of the BigBlueButton API, whose viewers
 * have their microphones locked, by native clients of the media server that try to send all the same. It measures how
 * soon `getMeetingInfo` counts everybody, how many locked tracks the media server accepts, and how soon `end` has
 * emptied the call in the media server.
 */
const people = Number(process.argv[2] ?? 30);
const processes = Number(process.argv[3] ?? 6);
/** A client whose microphone is locked may wait for the media server's permission without an end. */
const refusedAfterMs = 5_000;
const deadline = { timeout: 30_000, interval: 20 };

const figures: BenchResult['figures'] = { 'load of the machine before it, one minute': loadavg()[0] ?? 0 };
const goals: Goal[] = [];

interface Joined {
  entered: EnteredMeeting;
  media: MediaClient;
}

const lectern = await startLectern({ LECTERN_LOG_LEVEL: 'error' });
const clients = new MediaClients(processes);
try {
  const group = await makeBbbGroup(lectern);
  const meetingID = 'class';
  await group.bbb.call('create', { meetingID, lockSettingsDisableMic: 'true' });

  const join = async (n: number): Promise<Joined> => {
    const role = n === 0 ? 'MODERATOR' : 'VIEWER';
    const entered = await enterMeeting(lectern, group, { meetingID, fullName: `Person ${n}`, role });
    const { signalingToken: token, url } = await entered.api.issueSignalingToken(entered.at);
    return { entered, media: await clients.connect({ url, token }) };
  };
  const count = async (): Promise<number> =>
    Number((await group.bbb.call('getMeetingInfo', { meetingID })).field('participantCount'));
  const counted = async (expected: number): Promise<number> => {
    const begun = performance.now();
    const message = `${expected} people to be counted`;
    await waitUntil(async () => (await count()) === expected, { ...deadline, message });
    return performance.now() - begun;
  };

  const joined: Joined[] = [];
  for (let n = 0; n < people; n += 1) joined.push(await join(n));
  goals.push({
    what: `the last of ${people} people counted after the join`,
    measured: await counted(people),
    bound: 2000,
    unit: 'ms',
  });

  const engine = engineOf(lectern);
  const roomId = joined[0]?.entered.group.room.id ?? '';
  await Promise.all(joined.map(({ media }) => media.publish('camera')));
  const tracks = async (source: 'microphone' | 'camera'): Promise<number> => {
    const present = await engine.listParticipants(roomId);
    return present.flatMap((one) => one.tracks).filter((track) => track.source === source).length;
  };
  await waitUntil(async () => (await tracks('camera')) === people, { ...deadline, message: 'all cameras' });
  const attempts = joined.map(({ media }) => media.publish('microphone').catch(() => undefined));
  await Promise.race([Promise.all(attempts), pause(refusedAfterMs)]);
  const sent = await tracks('microphone');
  figures['microphones in the media server, one of the moderator'] = sent;
  goals.push({
    what: 'locked microphones that the media server accepts',
    measured: sent - 1,
    bound: 0,
    unit: 'tracks',
  });

  const gone = joined.splice(-10);
  await Promise.all(gone.map(({ media }) => media.leave()));
  goals.push({
    what: 'ten people no longer counted after they left',
    measured: await counted(people - gone.length),
    bound: 2000,
    unit: 'ms',
  });

  const begun = performance.now();
  await group.bbb.call('end', { meetingID });
  figures['the response to end'] = performance.now() - begun;
  const isEmpty = async () => (await engine.listParticipants(roomId)).length === 0;
  await waitUntil(isEmpty, { ...deadline, message: 'the call to be empty in the media server' });
  goals.push({
    what: 'the call empty in the media server after end',
    measured: performance.now() - begun,
    bound: 2000,
    unit: 'ms',
  });
} finally {
  await clients.close();
  await lectern.remove();
}

report({ name: 'bbb-class', unit: 'ms', figures, goals });

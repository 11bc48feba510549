import { createClient } from '../../../contract/client/index.ts';
import { floodBadWebhooks, floodMetrics, floodReadyz } from '../../../server/testing/attacks/floods.ts';
import { startSignInFlood } from '../../../server/testing/attacks/sign-in-flood.ts';
import {
  silentConnections,
  slowBodies,
  slowHeaders,
  unreadResponses,
} from '../../../server/testing/attacks/slow.ts';
import {
  brokenFrame,
  hugeMessage,
  oddTargets,
  requestAndUpgradeInOnePacket,
  resetDuringUpgrades,
  slowUpgrade,
  upgrade,
  upgradeThenBytes,
} from '../../../server/testing/attacks/upgrades.ts';
import { type Attack, attackFor } from './attack-loop.ts';

/** Passed by the parent process as JSON. */
export interface Target {
  url: string;
  seconds: number;
  /** An empty public room, for the attacks that need a genuine token. */
  spaceId: string;
  roomId: string;
}

const target: Target = JSON.parse(process.argv[2] ?? '{}');
const { url, seconds } = target;
const signal = AbortSignal.timeout(seconds * 1000);

let turn = 0;
const next = <T>(list: readonly T[]): T => {
  turn += 1;
  return list[turn % list.length] as T;
};

const paths = ['/rtc', '/rtc/v1', '/connection/websocket', '/unknown', '/rtc/x#y'];
const expectations = [[], ['Expect: nothing'], ['Expect: 100-continue']];
const odd = paths.slice(0, 3).flatMap((path) => oddTargets(path));
const forged = 'eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJrZXkiLCJleHAiOjk5OTk5OTk5OTl9.Zm9yZ2Vk';
const tokens = [
  '/rtc',
  `/rtc?access_token=${forged}`,
  `/rtc/v1?access_token=${forged}&access_token=${forged}`,
  `/rtc?${'access_token=x&'.repeat(200)}`,
];

/** Enters the empty room with a genuine token and sends a message larger than the server may accept. */
async function hugeMessageWithToken(): Promise<void> {
  turn += 1;
  const name = `Attacker ${turn}`;
  const { id, access_token } = await createClient({ baseUrl: url }).createParticipant({
    spaceId: target.spaceId,
    body: { roomId: target.roomId, clientUniqueId: name, name },
  });
  const { signalingToken } = await createClient({ baseUrl: url, token: access_token }).issueSignalingToken({
    spaceId: target.spaceId,
    participantId: id,
  });
  await hugeMessage(url, `/rtc?access_token=${signalingToken}&auto_subscribe=1&sdk=js&protocol=16`, 100);
}

const few = { atOnce: 5, count: 50 };
const attacks: Attack[] = [
  { name: 'broken frame', perSecond: 10, run: () => upgradeThenBytes(url, next(paths), brokenFrame) },
  {
    name: 'request and upgrade in one packet',
    perSecond: 10,
    run: () => requestAndUpgradeInOnePacket(url, next(paths), next(expectations)),
  },
  {
    name: 'resets during upgrades, 20 each',
    perSecond: 2,
    run: () => resetDuringUpgrades(url, next(paths), 20),
  },
  { name: 'odd targets', perSecond: 10, run: () => upgrade(url, next(odd)) },
  { name: 'bad signalling tokens', perSecond: 10, run: () => upgrade(url, next(tokens)) },
  {
    name: 'message of 100 MiB to the chat',
    perSecond: 0.2,
    run: () => hugeMessage(url, paths[2] ?? '', 100),
  },
  { name: 'message of 100 MiB to signalling', perSecond: 0.2, run: hugeMessageWithToken },
  {
    name: 'slow upgrade',
    perSecond: 1,
    run: () => slowUpgrade(url, next(paths), { pauseMs: 250, timeoutMs: 60_000 }),
  },
  { name: 'GET /readyz, 50 each', perSecond: 2, run: () => floodReadyz(url, few) },
  { name: 'GET /metrics, 50 each', perSecond: 1, run: () => floodMetrics(url, few) },
  { name: 'unsigned LiveKit webhooks, 50 each', perSecond: 1, run: () => floodBadWebhooks(url, few) },
];

/** Attacks that hold connections for the whole time. */
const held = [
  slowHeaders(url, { connections: 200, signal, everyMs: 2_000 }),
  slowBodies(url, { connections: 200, signal, everyMs: 2_000 }),
  silentConnections(url, { connections: 200, signal, everyMs: 2_000 }),
  unreadResponses(url, { connections: 200, signal, everyMs: 2_000 }),
];
const names = ['slow headers', 'slow bodies', 'silent connections', 'unread responses'];
const signIns = startSignInFlood({ url, connections: 4 });

const counts = await attackFor(seconds, attacks);
const outcomes = await Promise.all(held);
const answers = await signIns.stop();
counts.push(
  ...outcomes.map(({ opened, timedOut }, n) => ({
    name: names[n] ?? '',
    begun: opened,
    refused: timedOut,
    skipped: 0,
  })),
  {
    name: 'guessed passwords and codes',
    begun: Object.values(answers).reduce((sum, count) => sum + count, 0),
    refused: answers[429] ?? 0,
    skipped: 0,
  },
);
process.send?.(counts, () => process.exit(0));

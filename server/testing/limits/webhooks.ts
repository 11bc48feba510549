import { sql } from 'kysely';
import { parseCidrs } from '../../src/platform/http/networks.ts';
import { checkNewTarget } from '../../src/platform/http/outgoing/targets.ts';
import { newId } from '../../src/platform/ids.ts';
import { sendAttempt } from '../../src/webhooks/sending/send.ts';
import { DeliveryHarness, type GroupWithWebhook } from '../../src/webhooks/testing/delivery-harness.ts';
import { startRawReceiver } from '../../src/webhooks/testing/raw-receiver.ts';
import { hang, type Receiver, startReceiver } from '../receivers/receiver.ts';
import { waitUntil } from '../wait.ts';
import { type MeasuredLimit, measureLimit } from './limit.ts';

const arrived = (at: Receiver, count: number) =>
  waitUntil(() => at.received.length >= count, {
    timeout: 30_000,
    message: `${count} requests`,
    interval: 5,
  });

/** The backends that wait for notifications. */
async function listenersIn({ db }: DeliveryHarness): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'`.execute(
    db,
  );
  return rows.map(({ pid }) => pid);
}

/** Deliveries by notification, and the stop of their sender. */
async function measureDeliveries(harness: DeliveryHarness): Promise<MeasuredLimit[]> {
  const [well, hanging] = [await startReceiver(), await startReceiver(hang)];
  const [group, slow] = [await harness.makeGroup(well.url), await harness.makeGroup(hanging.url)];
  const stop = harness.startDelivering({ retrySeconds: [60, 60] });
  const deliver = (what: string) => {
    const count = well.received.length + 1;
    return measureLimit(what, 1500, async () => {
      await harness.announce(group, { roomId: newId() });
      await arrived(well, count);
    });
  };
  const changed = (from: number[]) => async () =>
    (await listenersIn(harness)).some((pid) => !from.includes(pid));
  const wait = { timeout: 20_000, message: 'a listener' };
  await waitUntil(changed([]), wait);
  const goals = [await deliver('a delivery arrives')];
  const cut = await listenersIn(harness);
  for (const pid of cut) await sql`SELECT pg_terminate_backend(${pid})`.execute(harness.db);
  await waitUntil(changed(cut), wait);
  goals.push(await deliver('a delivery arrives after the listening connection was cut'));
  for (let count = 0; count < 8; count += 1) await harness.announce(slow, { roomId: newId() });
  await arrived(hanging, 4);
  goals.push(await deliver('a delivery arrives beside a receiver that hangs'));
  goals.push(await measureLimit('the sender stops while attempts hang', 4000, stop));
  await Promise.all([well.close(), hanging.close()]);
  return goals;
}

/** The first event of a room is claimed by a node that died; the next one does not wait for the end of the claim. */
async function measureLostClaim(harness: DeliveryHarness): Promise<MeasuredLimit> {
  const target = await startReceiver();
  const group: GroupWithWebhook = await harness.makeGroup(target.url);
  const held = (await harness.announce(group)) ?? '';
  await harness.db
    .updateTable('webhook_deliveries')
    .set({ attempts: 1, claimed_by: 'another', claimed_until: sql`clock_timestamp() + interval '14 s'` })
    .where('id', '=', held)
    .execute();
  const what = 'a delivery arrives after one that a dead node claimed';
  const goal = await measureLimit(what, 4000, async () => {
    await harness.announce(group);
    harness.startDelivering();
    await arrived(target, 1);
  });
  await target.close();
  return goal;
}

const attempt = (url: string, timeoutMs: number) =>
  sendAttempt({
    url,
    request: { body: '{}', headers: {} },
    resolve: () => Promise.reject(new Error('an address needs no name server')),
    allowedNetworks: parseCidrs('127.0.0.1/32'),
    timeoutMs,
    stop: new AbortController().signal,
  });

async function measureAttempts(): Promise<MeasuredLimit[]> {
  const dripping = await startRawReceiver((socket) =>
    socket.once('data', () => {
      socket.write('HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\n');
      const timer = setInterval(() => socket.write('1\r\n.\r\n'), 100);
      socket.once('close', () => clearInterval(timer));
    }),
  );
  const deaf = await startRawReceiver((socket) => void socket.pause());
  const hanging = await startReceiver(hang);
  const goals = [
    await measureLimit('an attempt ends whose response drips', 5000, () => attempt(dripping.url, 10_000)),
    await measureLimit('an attempt of 3 s ends without a response', 4500, () => attempt(hanging.url, 3000)),
  ];
  const silent = {
    'that reads nothing': deaf.url,
    'that hangs': hanging.url,
    'without TLS': deaf.url.replace('http', 'https'),
  };
  for (const [which, url] of Object.entries(silent))
    goals.push(
      await measureLimit(`an attempt of 0.5 s ends at a receiver ${which}`, 4000, () => attempt(url, 500)),
    );
  const check = () => checkNewTarget('https://hooks.example.org/', [], () => new Promise(() => undefined));
  goals.push(await measureLimit('a new URL is checked while the name servers hang', 3000, check));
  await Promise.all([dripping.close(), deaf.close(), hanging.close()]);
  return goals;
}

export async function measureWebhooks(): Promise<MeasuredLimit[]> {
  const harness = await DeliveryHarness.start();
  try {
    return [
      ...(await measureDeliveries(harness)),
      await measureLostClaim(harness),
      ...(await measureAttempts()),
    ];
  } finally {
    await harness.remove();
  }
}

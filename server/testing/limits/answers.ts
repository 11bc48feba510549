import { sql } from 'kysely';
import { RateLimits } from '../../src/platform/http/access/rate-limit.ts';
import { type OwnDatabase, startOwnDatabase } from '../engines/own-database.ts';
import { startRedis, withoutRedis } from '../engines/redis.ts';
import { makeGroup, makeUser } from '../group.ts';
import { type Lectern, startLectern } from '../lectern.ts';
import { enterBy, makeLink } from '../people/entering.ts';
import { quietLog } from '../quiet-log.ts';
import { type RawAnswer, sendRaw } from '../raw.ts';
import { startMailServer } from '../receivers/mail-server.ts';
import { waitUntil } from '../wait.ts';
import { type MeasuredLimit, measureLimit, medianOf, timeOf } from './limit.ts';

type Ask = (email: string) => Promise<RawAnswer>;

/** The ratio of the median times for an unknown and a known account: nobody may learn from it who has an account. */
async function compareTimes(
  what: string,
  known: string,
  { ask, ratio }: { ask: Ask; ratio: number },
): Promise<MeasuredLimit[]> {
  const times = { known: [] as number[], unknown: [] as number[] };
  const seen = new Set<string>();
  for (let round = 0; round < 9; round += 1) {
    for (const kind of ['known', 'unknown'] as const) {
      const email = kind === 'known' ? known : `nobody-${round}-${what.length}@example.org`;
      times[kind].push(
        await timeOf(async () => {
          const { status } = await ask(email);
          seen.add(String(status));
        }),
      );
    }
  }
  if (seen.size > 1) throw new Error(`${what}: unequal responses, ${[...seen]}`);
  const measured = medianOf(times.unknown) / medianOf(times.known);
  const goal = { what: `${what}: time for an unknown account / a known one`, measured, unit: '' };
  return [
    { ...goal, bound: ratio },
    { ...goal, bound: 1 / ratio, atLeast: true },
  ];
}

async function measureEqualTimes(lectern: Lectern): Promise<MeasuredLimit[]> {
  const { clientId: client_id, clientSecret: client_secret } = lectern.owner;
  const [forToken, forPage, forCode] = [
    await makeUser(lectern, 'limits-token'),
    await makeUser(lectern, 'limits-page'),
    await makeUser(lectern, 'limits-code'),
  ];
  const type = 'application/json';
  const password = 'not this one';
  const byToken: Ask = (username) => {
    const body = JSON.stringify({ client_id, client_secret, grant_type: 'password', username, password });
    return sendRaw(lectern.url, { path: '/v1/auth/token', type, body });
  };
  const byPage: Ask = (email) => {
    const body = JSON.stringify({ email, password });
    const headers = { origin: lectern.url };
    return sendRaw(lectern.url, { path: '/v1/auth/session', type, body, headers });
  };
  const byCode: Ask = async (email) => {
    const body = JSON.stringify({ email, code: 'ABCDEFGH', password: 'the second password' });
    const request = { path: '/v1/auth/password-reset', type, body };
    await sendRaw(lectern.url, request);
    return sendRaw(lectern.url, { ...request, method: 'PUT' });
  };
  return [
    ...(await compareTimes('sign-in for a token', forToken.email, { ask: byToken, ratio: 2.5 })),
    ...(await compareTimes('sign-in on the page', forPage.email, { ask: byPage, ratio: 2.5 })),
    ...(await compareTimes('password reset', forCode.email, { ask: byCode, ratio: 2 })),
  ];
}

/** One decision for five hundred who wait: a scan of all participants for each of them would exceed the bound. */
async function measureAdmission(lectern: Lectern, { db }: OwnDatabase): Promise<MeasuredLimit> {
  const group = await makeGroup(lectern, { isPublic: false, waitingRoomAudience: 'guests' });
  const ann = await enterBy(lectern, group, { url: await makeLink(group, { isPermanent: true }) });
  await sql`
    INSERT INTO participants (id, room_id, link_id, browser_hash, name, role, origin, created_at, admission, seen_at)
    SELECT lpad(to_hex(n), 24, '0'), p.room_id, p.link_id, convert_to('browser ' || n, 'UTF8'), p.name, p.role,
      p.origin, p.created_at, p.admission, now()
    FROM participants p, generate_series(1, 499) n WHERE p.id = ${ann.id}`.execute(db);
  return measureLimit('500 who wait are admitted', 5000, () => group.owner.admitEverybody(group.at));
}

/** Only the first request may wait for the timeout of a command (250 ms); 50 waits would take more than 12 s. */
async function measureRateLimit(): Promise<MeasuredLimit> {
  const redis = await startRedis();
  const limits = new RateLimits({ redisUrl: new URL(redis.url), prefix: 'lectern:bench', log: quietLog });
  const other = new RateLimits({ redisUrl: new URL(redis.url), prefix: 'lectern:bench', log: quietLog });
  let count = 0;
  const isShared = async () => {
    count += 1;
    await limits.take(`probe ${count}`, 10);
    return (await other.take(`probe ${count}`, 10)).remaining === 8;
  };
  try {
    await waitUntil(isShared, { timeout: 20_000, message: 'the counts to be shared' });
    redis.freeze();
    return await measureLimit('50 requests are counted while Redis hangs', 6000, async () => {
      for (let turn = 0; turn < 50; turn += 1) await limits.take('hangs', 100);
    });
  } finally {
    redis.thaw();
    limits.stop();
    other.stop();
    await redis.remove();
  }
}

export async function measureAnswers(): Promise<MeasuredLimit[]> {
  const [mail, database] = [await startMailServer(), await startOwnDatabase()];
  const lectern = await startLectern({
    ...database.settings,
    SMTP_URL: mail.url,
    LECTERN_MAIL_FROM: 'Lectern <lectern@example.org>',
  });
  try {
    const goals = [...(await measureEqualTimes(lectern)), await measureAdmission(lectern, database)];
    if (withoutRedis()) console.log('  not measured: Redis is missing');
    else goals.push(await measureRateLimit());
    return goals;
  } finally {
    await lectern.remove();
    await database.remove();
    await mail.close();
  }
}

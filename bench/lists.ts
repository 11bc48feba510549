import { type Client, createClient } from '../contract/client/index.ts';
import { type Amounts, type Filled, fill } from '../server/testing/data/fill.ts';
import { databaseOf } from '../server/testing/database.ts';
import { startLectern } from '../server/testing/lectern.ts';
import { type Goal, report, type Spread, spreadOf } from './lib/report.ts';

/** Measures every list for an account with many entries, one request after the other. */
const goalMs = 50;
const warmRequests = 10;
const requests = 100;

const amounts: Amounts = {
  ...{ spaces: 1000, rooms: 10_000, links: 100_000, participants: 100_000, present: 500 },
  ...{ calls: 1000, members: 10_000, invites: 10_000, roles: 5000, sessions: 200 },
};

interface Page {
  limit?: number;
  offset?: number;
}

type Ask = (page: Page) => Promise<{ items: unknown[] }>;

function listsOf(
  owner: Client,
  client: Client,
  { spaceId, roomId, date }: Filled,
): Record<string, [number, Ask]> {
  const at = { spaceId, roomId };
  const { rooms, links, members } = amounts;
  return {
    listSpaces: [amounts.spaces, (page) => owner.listSpaces({ query: page })],
    'listSpaces, search': [
      amounts.spaces / 10,
      (page) => owner.listSpaces({ query: { ...page, search: 'up 1' } }),
    ],
    listRooms: [rooms, (page) => owner.listRooms({ spaceId, query: page })],
    'listRooms, search': [
      rooms / 10,
      (page) => owner.listRooms({ spaceId, query: { ...page, search: 'son 1' } }),
    ],
    listAccessLinks: [links, (page) => owner.listAccessLinks({ ...at, query: page })],
    'listAccessLinks, unused': [
      links / 4,
      (page) => owner.listAccessLinks({ ...at, query: { ...page, status: 'unused' } }),
    ],
    listParticipants: [amounts.present, (page) => owner.listParticipants({ ...at, query: page })],
    listMembers: [members, (page) => owner.listMembers({ spaceId, query: page })],
    'listMembers, search': [
      members / 10,
      (page) => owner.listMembers({ spaceId, query: { ...page, search: 'son 1' } }),
    ],
    listInvites: [amounts.invites, (page) => owner.listInvites({ spaceId, query: page })],
    listRoles: [amounts.roles, (page) => owner.listRoles({ ...at, query: page })],
    listSessions: [amounts.sessions, (page) => owner.listSessions({ query: page })],
    findUsers: [1, (page) => client.findUsers({ query: { ...page, email: 'person777@example.org' } })],
    analyticsCalls: [10, (page) => owner.analyticsCalls({ spaceId, query: { ...page, roomId, date } })],
  };
}

async function measure(what: string, ask: () => Promise<{ items: unknown[] }>): Promise<Spread> {
  for (let n = 0; n < warmRequests; n += 1) await ask();
  const times: number[] = [];
  for (let n = 0; n < requests; n += 1) {
    const begun = performance.now();
    const { items } = await ask();
    times.push(performance.now() - begun);
    if (items.length === 0) throw new Error(`${what}: the page is empty, so nothing was measured`);
  }
  return spreadOf(times);
}

const lectern = await startLectern({ LECTERN_LOG_LEVEL: 'warn' });
try {
  // Not the tests' client, because it would validate every response during the measurement.
  const api = (token: string) => createClient({ baseUrl: lectern.url, token });
  const owner = api(lectern.owner.personalToken);
  const { id: spaceId } = await owner.createSpace({ body: { name: 'Bench', isPublic: false } });
  const { id: roomId } = await owner.createRoom({ spaceId, body: { name: 'Bench', isPublic: false } });
  const { id: ownerId } = await owner.getOwnUser();
  const database = await databaseOf(lectern);
  const filled = await fill(database.db, { ownerId, at: { spaceId, roomId }, amounts });
  await database.close();

  const figures: Record<string, Spread> = {};
  const goals: Goal[] = [];
  const lists = listsOf(owner, api(lectern.owner.clientToken), filled);
  for (const [name, [count, ask]] of Object.entries(lists)) {
    const pages: Record<string, Page> = { 'limit 50': { limit: 50 } };
    if (count > 100) {
      pages['limit 50 in the middle'] = { limit: 50, offset: Math.floor(count / 2) };
      pages['last 50'] = { limit: 50, offset: Math.floor(count) - 60 };
      pages['default 1,000'] = {};
    }
    for (const [which, page] of Object.entries(pages)) {
      const what = `${name}, ${which}`;
      figures[what] = await measure(what, () => ask(page));
      goals.push({ what: `${what}, p99`, measured: figures[what].p99, bound: goalMs, unit: 'ms' });
    }
  }
  report({ name: 'lists', unit: 'ms', figures, goals });
} finally {
  await lectern.remove();
}

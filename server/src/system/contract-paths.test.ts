import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { after, before, test } from 'node:test';
import type { Client } from '../../../contract/client/index.ts';
import { tusMethods } from '../../../contract/operations/assets.ts';
import type { Route } from '../../../contract/route.ts';
import { type Operation, routes } from '../../../contract/routes.ts';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup } from '../../testing/group.ts';
import { joinFakeCall } from '../../testing/people/fake-call.ts';
import { refused } from '../../testing/refused.ts';
import { insertSession, makeWatchable } from '../../testing/webinars/watchable.ts';
import type { Fields, Shape } from '../platform/http/input/declared.ts';
import {
  type ContractServer,
  call,
  methodOf,
  operations,
  pathOf,
  startContractServer,
} from './testing/contract-server.ts';

let { lectern, owner, ids, clientBy } = {} as ContractServer;
before(async () => {
  ({ lectern, owner, ids, clientBy } = await startContractServer());
});
after(() => lectern?.remove());

/** A session that runs. */
async function makeSession(): Promise<Fields> {
  const { db, close } = await databaseOf(lectern);
  try {
    const webinar = await makeWatchable(lectern, db, { spaceId: String(ids.spaceId) });
    const { id } = await insertSession(db, webinar, { begunAgo: 5 });
    return { ...webinar.at, playbackEventSessionId: id };
  } finally {
    await close();
  }
}

test('every list accepts limit, offset and order', async () => {
  const isList = (operation: Operation) => {
    const { properties = {} } = ((routes[operation] as Route).answer ?? {}) as Shape;
    return methodOf(operation) === 'GET' && 'items' in properties && 'total' in properties;
  };
  const lists = operations.filter(isList);
  const client = clientBy(lectern.owner.clientToken);
  assert.ok(lists.includes('listPersonalTokens') && lists.length > 12);
  const withCall = await makeGroup(lectern);
  const moderator = await joinFakeCall(lectern, withCall, { role: 'moderator' });
  const clients: Partial<Record<Operation, Client>> = {
    findUsers: client,
    listModeratedCalls: moderator.api,
  };
  const inCall: Operation[] = ['listActiveCallPeople', 'listModeratedCalls'];
  const inSession = await makeSession();
  for (const operation of lists) {
    const { properties = {}, required = [] } = ((routes[operation] as Route).query ?? {}) as Shape;
    for (const name of ['limit', 'offset', 'order']) assert.ok(name in properties, `${operation}: ${name}`);
    // The schema cannot say that a day or a period is required.
    const needed = operation === 'analyticsCalls' ? ['date'] : required;
    const filters = Object.fromEntries(needed.map((name) => [name, ids[name]]));
    const ask = async (query: Fields) =>
      (await call(clients[operation] ?? owner, operation, {
        ...ids,
        ...(inCall.includes(operation) && withCall.at),
        ...(operation === 'listSessionQuestions' && inSession),
        query: { ...filters, ...(operation === 'searchSpace' && { text: 'hello' }), ...query },
      })) as {
        items: Fields[];
        total: number;
      };
    const all = await ask({});
    const page = await ask({ limit: 1, offset: 1, order: 'asc' });
    assert.equal(page.total, all.total, operation);
    assert.equal(page.items.length, Math.min(1, Math.max(0, all.total - 1)), operation);
    const limits = { limit: 0, offset: -1, order: 'newest' };
    const bad = await refused(ask(limits), 'validation_failed');
    assert.deepEqual(bad.details.map(({ path }) => path).sort(), Object.keys(limits).sort(), operation);
  }
});

test('personal tokens are listed newest first, or in pages from the oldest', async () => {
  for (const name of ['one', 'two', 'three']) await owner.createPersonalToken({ body: { name } });
  const namesOf = async (query: { limit?: number; offset?: number; order?: 'asc' | 'desc' }) =>
    (await owner.listPersonalTokens({ query })).items.map(({ name }) => name);
  const [newest] = await namesOf({ limit: 1 });
  assert.equal(newest, 'three');
  const all = await namesOf({});
  assert.deepEqual(await namesOf({ order: 'asc' }), all.toReversed());
  assert.deepEqual(await namesOf({ offset: 1, limit: 2 }), all.slice(1, 3));
});

/** An id of nothing. */
const nobody = '0'.repeat(24);

/** `fetch` does not send TRACE. */
const statusOf = (method: string, path: string, token?: string): Promise<{ status: number; allow: string }> =>
  new Promise((done, fail) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    httpRequest(`${lectern.url}${path}`, { method, headers }, (response) => {
      response.resume();
      response.once('end', () =>
        done({ status: response.statusCode ?? 0, allow: response.headers.allow ?? '' }),
      );
    })
      .once('error', fail)
      .end();
  });

test('a path answers 405 with the allowed methods to every other method', async () => {
  const known = new Map<string, string[]>();
  for (const operation of operations) {
    known.set(pathOf(operation), [...(known.get(pathOf(operation)) ?? []), methodOf(operation)]);
  }
  const faults: string[] = [];
  let answered = 0;
  for (const [path, methods] of known) {
    const filled = path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? nobody);
    const tus = tusMethods[path] ?? [];
    const others = [
      'TRACE',
      'PURGE',
      'QUERY',
      'PROPFIND',
      ...(tus.length === 0 ? ['OPTIONS'] : []),
      ...(methods.includes('GET') ? [] : ['HEAD']),
    ];
    for (const method of others) {
      const { status, allow } = await statusOf(method, filled, lectern.owner.personalToken);
      const head = methods.includes('GET') ? ['HEAD'] : [];
      const allowed = [...new Set([...methods, ...head, ...tus])].sort().join(', ');
      if (status === 405) answered += 1;
      const isHidden = status === 404 || status === 403;
      if (!isHidden && (status !== 405 || allow !== allowed))
        faults.push(`${method} ${path}: ${status} ${allow}`);
    }
  }
  assert.deepEqual(faults, []);
  assert.ok(answered > 2 * known.size, `only ${answered} responses were 405`);
  assert.equal((await statusOf('TRACE', '/v1/spaces')).status, 401);
  assert.equal((await statusOf('TRACE', '/v1/nowhere')).status, 404);
  assert.equal((await statusOf('TRACE', '/chat/channels/directs', lectern.owner.personalToken)).status, 403);
  assert.equal((await statusOf('TRACE', '/v1/auth/token')).status, 405);
});

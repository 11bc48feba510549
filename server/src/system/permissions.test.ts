import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { permissionOf } from '../../../contract/permissions/permissions.ts';
import { methodAndPath, type Operation, routes } from '../../../contract/routes.ts';
import { databaseOf } from '../../testing/database.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import {
  type CallerAccounts,
  type CallerScene,
  makeCallerAccounts,
  makeScene,
  secretKey,
  type TestCaller,
} from '../../testing/people/callers.ts';
import { expectedOf } from '../../testing/people/expected-permission.ts';
import { type RawAnswer, type RawRequest, sendRaw } from '../../testing/raw.ts';

let lectern: Lectern;
let accounts: CallerAccounts;
before(async () => {
  lectern = await startInProcess({ LECTERN_SECRET_KEY: secretKey, LECTERN_LOG_LEVEL: 'debug' });
  // Makes channel ids that cannot occur in a response as part of a time or another id.
  const database = await databaseOf(lectern);
  await database.pool.query("SELECT setval('chat_ids', 70312345678)");
  await database.close();
  accounts = await makeCallerAccounts(lectern);
});
after(() => lectern?.remove());

const operations = Object.keys(routes) as Operation[];

/** Valid bodies for operations whose body names the room or channel, so that it decides the response. */
const bodies: Partial<Record<Operation, (ids: Record<string, string>) => object>> = {
  createParticipant: ({ roomId }) => ({ roomId, clientUniqueId: 'a browser of its own', name: 'Ann' }),
  joinRoom: ({ participantId }) => ({ participantId }),
  joinChannel: ({ channelId }) => ({ id: channelId }),
  sendMessage: ({ channelId }) => ({ channelId, text: 'hello' }),
  pinMessage: ({ channelId, messageId }) => ({ channelId, messageId }),
  createPoll: ({ channelId }) => ({
    channelId,
    question: 'Well?',
    options: [{ option: 'yes' }, { option: 'no' }],
  }),
  votePoll: ({ pollId }) => ({ poll_id: pollId, answer: 'yes' }),
};

const queries: Partial<Record<Operation, (ids: Record<string, string>) => string>> = {
  analyticsCalls: ({ roomId }) => `?roomId=${roomId}&date=2026-01-01T00:00:00Z`,
  getAnalyticsSummary: ({ roomId }) =>
    `?roomId=${roomId}&dateFrom=2026-01-01T00:00:00Z&dateTo=2027-01-01T00:00:00Z`,
  getRoomAnalyticsReport: ({ roomId, callId }) => `?roomId=${roomId}&callId=${callId}`,
  getPlaybackSessionAnalyticsReport: ({ playbackEventId, playbackEventSessionId }) =>
    `?playbackEventId=${playbackEventId}&playbackEventSessionId=${playbackEventSessionId}`,
  searchSpace: () => '?text=hello',
  listPolls: ({ channelId }) => `?channelId=${channelId}`,
};

/** Other bodies have a content type that no operation accepts: a permitted caller gets 415, and nothing changes. */
function requestFor(operation: Operation, { ids }: CallerScene, { token, cookie }: TestCaller): RawRequest {
  const { method, path } = methodAndPath(operation);
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    // The holder of a room role is not the group's member.
    const value = operation === 'removeRole' && name === 'userId' ? accounts.roomModerator.id : ids[name];
    assert.ok(value, `no ${name} for ${operation}`);
    return encodeURIComponent(value);
  });
  const body = bodies[operation]?.(ids);
  return {
    method,
    path: filled + (queries[operation]?.(ids) ?? ''),
    headers: { origin: lectern.url, ...(cookie !== undefined && { cookie }) },
    ...(token !== undefined && { token }),
    ...(method !== 'GET' && {
      type: body ? 'application/json' : 'text/xml',
      body: body ? JSON.stringify(body) : '<x/>',
    }),
  };
}

const outcomeOf = ({ status }: RawAnswer) =>
  status === 401 || status === 403 || status === 404 ? status : status < 500 ? 'ok' : status;

/** Sends each operation as one caller. @returns the deviations from the table */
async function deviations(scene: CallerScene, name: string): Promise<string[]> {
  const caller = scene.callers[name] as TestCaller;
  const found: string[] = [];
  for (const operation of operations) {
    // OAuth's token operation ignores the header.
    if (operation === 'issueToken') continue;
    const answer = await sendRaw(lectern.url, requestFor(operation, scene, caller));
    const expected = expectedOf(operation, caller, scene);
    const outcome = outcomeOf(answer);
    if (outcome !== expected) {
      found.push(`${operation} by ${name}: ${outcome} instead of ${expected}: ${answer.text.slice(0, 150)}`);
    }
    const isKnown = permissionOf(operation).place === 'invite';
    const shown =
      answer.text.includes('Secrets of a school') || answer.text.includes(scene.group.room.channelId);
    if (outcome !== 'ok' && shown) found.push(`${operation} tells ${name} what it refuses`);
    if (!scene.isPublic && name.startsWith('another') && shown && !isKnown) {
      found.push(`${operation} shows ${name} what is private`);
    }
  }
  return found;
}

const strangers = ['client', "another group's owner", "another room's moderator", "another room's link"];

test('a stranger to a private group gets 404 on all its paths, whatever the method', async () => {
  const scene = await makeScene(lectern, accounts, false);
  for (const operation of operations) {
    const { place } = permissionOf(operation);
    if (!/:(spaceId|alias)/.test(methodAndPath(operation).path) || place === 'invite') continue;
    for (const name of strangers) {
      const request = { ...requestFor(operation, scene, scene.callers[name] as TestCaller), method: 'PATCH' };
      const { status } = await sendRaw(lectern.url, request);
      assert.equal(status, 404, `PATCH of ${request.path} by ${name}`);
    }
  }
});

for (const isPublic of [true, false]) {
  test(`the outcome of every operation for every caller is that of the table, in a ${isPublic ? 'public' : 'private'} group`, async () => {
    const scene = await makeScene(lectern, accounts, isPublic);
    const found = await Promise.all(Object.keys(scene.callers).map((name) => deviations(scene, name)));
    assert.deepEqual(found.flat(), []);
  });
}

const placesWithoutGroup = ['nothing', 'account'];

/** The response of each operation about the group to each caller who belongs to it. */
async function responsesIn(scene: CallerScene): Promise<Record<string, string>> {
  const about = operations.filter((operation) => !placesWithoutGroup.includes(permissionOf(operation).place));
  const callers = Object.entries(scene.callers).filter(
    ([name, { kind }]) => kind !== 'bad' && !name.startsWith('another'),
  );
  const answered: Record<string, string> = {};
  const askAll = async ([name, caller]: [string, TestCaller]) => {
    for (const operation of about) {
      const { status, text } = await sendRaw(lectern.url, requestFor(operation, scene, caller));
      answered[`${operation} by ${name}`] = `${status} ${/"code":"(\w+)"/.exec(text)?.[1]}`;
    }
  };
  await Promise.all(callers.map(askAll));
  return answered;
}

test('a group of which rows are left responds to everybody as one of which nothing is left', async () => {
  const scene = await makeScene(lectern, accounts, true);
  const { spaceId } = scene.group;
  const { db, close } = await databaseOf(lectern);
  await db.updateTable('all_spaces').set({ deleting_at: new Date() }).where('id', '=', spaceId).execute();
  const hidden = await responsesIn(scene);
  await db.deleteFrom('all_spaces').where('id', '=', spaceId).execute();
  await close();
  const gone = await responsesIn(scene);
  const reached = Object.entries(gone).filter(([, answered]) => answered.startsWith('2'));
  assert.deepEqual(reached, []);
  assert.deepEqual(hidden, gone);
});

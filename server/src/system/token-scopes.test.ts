import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { mayByKind, permissionOf } from '../../../contract/permissions/permissions.ts';
import { type TokenScope, tokenScopeNames } from '../../../contract/permissions/token-scopes.ts';
import { methodAndPath, type Operation, routes } from '../../../contract/routes.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import {
  type CallerScene,
  makeCallerAccounts,
  makeScene,
  secretKey,
  type TestCaller,
} from '../../testing/people/callers.ts';
import { expectedOf } from '../../testing/people/expected-permission.ts';
import { type RawAnswer, sendRaw } from '../../testing/raw.ts';
import { metadataOf, sendTus } from '../../testing/uploads.ts';

let lectern: Lectern;
/** Two private groups of the same owner. */
let scene: CallerScene;
let other: CallerScene;
/** Tokens of the owner and of the first group, by scope. */
const personal = {} as Record<TokenScope, string>;
const ofGroup = {} as Record<TokenScope, string>;
let roomModeratorId: string;
before(async () => {
  lectern = await startInProcess({ LECTERN_SECRET_KEY: secretKey });
  const accounts = await makeCallerAccounts(lectern);
  roomModeratorId = accounts.roomModerator.id;
  scene = await makeScene(lectern, accounts, false);
  other = await makeScene(lectern, accounts, false);
  const { owner, spaceId } = scene.group;
  for (const scope of tokenScopeNames) {
    const body = { name: scope, scopes: [scope] };
    personal[scope] = (await owner.createPersonalToken({ body })).token;
    ofGroup[scope] = (await owner.createSpaceToken({ spaceId, body })).token;
  }
});
after(() => lectern?.remove());

const operations = (Object.keys(routes) as Operation[]).filter((operation) => operation !== 'issueToken');

/** Bodies have a content type that no operation accepts, so that a permitted request gets 415 and changes nothing. */
function send(operation: Operation, token: string, { ids }: CallerScene = scene): Promise<RawAnswer> {
  const { method, path } = methodAndPath(operation);
  // The holder of a room role is not the group's member.
  const named: Record<string, string> =
    operation === 'removeRole' ? { ...ids, userId: roomModeratorId } : ids;
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(named[name] ?? ''));
  return sendRaw(lectern.url, {
    ...{ method, path: filled, token, headers: { origin: lectern.url } },
    ...(method !== 'GET' && { type: 'text/xml', body: '<x/>' }),
  });
}

/** The scope by what the path names, written independently of the table of the contract. */
function scopeByPath(path: string): TokenScope {
  if (/\/(roles|members|invites|tokens|chat|storage)\b/.test(path)) return 'all';
  if (/\/webhooks?\b/.test(path)) return 'webhooks';
  if (/\/(analytics|moderated-calls)\b/.test(path)) return 'reports';
  if (/\/(records|watchable-records|search|assets)\b/.test(path)) return 'recordings';
  return /\/(rooms|room-by-alias|current-rooms|participants|playbacks?|playback-events)\b/.test(path)
    ? 'rooms'
    : 'all';
}

/** Operations of every token, whatever its scopes. */
const ofEveryToken: Operation[] = ['listSpaces', 'getSpace', 'listRooms', 'getRoom'];
/** Operations with which a person enters a call, or gives the group or rights in it away. */
const forPeople: Operation[] = [
  'createParticipant',
  'getParticipant',
  'issueSignalingToken',
  'joinRoom',
  'transferSpace',
  'createSpaceToken',
  'listSpaceTokens',
  'deleteSpaceToken',
];
/** Their responses let people in. */
const lettingIn: Operation[] = ['listAccessLinks', 'getAccessLink', 'listInvites'];

function isInScope(operation: Operation, scope: TokenScope): boolean {
  const { method, path } = methodAndPath(operation);
  if (scope === 'all' || ofEveryToken.includes(operation)) return true;
  if (permissionOf(operation).place === 'nothing') return true;
  if (forPeople.includes(operation)) return false;
  if (scope === 'read') return method === 'GET' && !lettingIn.includes(operation);
  return scopeByPath(path) === scope;
}

/** Accounts of people have what is below /users/me, own groups and accept invitations. */
function isForPeople(operation: Operation): boolean {
  const { path } = methodAndPath(operation);
  const isOfAccount = /^\/v1\/(users\/me|space-deletions|spaces$)/.test(path) && operation !== 'listSpaces';
  return forPeople.includes(operation) || isOfAccount || permissionOf(operation).place === 'invite';
}

const owner: TestCaller = { kind: 'personal', space: 'owner', isOwner: true };

test('for every operation each scope narrows the rights of its account as the table says', async () => {
  const found: string[] = [];
  for (const operation of operations) {
    for (const scope of tokenScopeNames) {
      const { status, text } = await send(operation, personal[scope]);
      const isRefused = status === 403 && text.includes('"scope_missing"');
      // An operation that takes no personal token at all refuses this one as it does every other.
      const expected = mayByKind(operation, 'personal') && !isInScope(operation, scope);
      if (isRefused !== expected) found.push(`${operation} with ${scope}: ${status} ${text.slice(0, 120)}`);
      // The body of joinRoom names the participant.
      if (expected || scope !== 'all' || operation === 'joinRoom') continue;
      const wanted = expectedOf(operation, owner, scene);
      const outcome = status === 401 || status === 403 || status === 404 ? status : 'ok';
      if (outcome !== wanted) found.push(`${operation} with all: ${status} instead of ${wanted}`);
    }
  }
  assert.deepEqual(found, []);
});

test('for every operation a token of a group has the rights of the owner in its group, and none of a person', async () => {
  const found: string[] = [];
  for (const operation of operations.filter((one) => mayByKind(one, 'personal'))) {
    for (const scope of tokenScopeNames) {
      const { status, text } = await send(operation, ofGroup[scope]);
      const code = /"code":"(\w+)"/.exec(text)?.[1];
      const wanted = isForPeople(operation)
        ? 'group_token'
        : isInScope(operation, scope)
          ? undefined
          : 'scope_missing';
      const refusals = ['group_token', 'scope_missing', 'unauthorized', 'forbidden', 'not_found'];
      const outcome = code !== undefined && refusals.includes(code) ? code : undefined;
      if (outcome !== wanted) found.push(`${operation} with ${scope}: ${status} ${code}, not ${wanted}`);
    }
  }
  assert.deepEqual(found, []);
});

test('another group of the same owner does not exist for a token of a group, whatever the path names', async () => {
  const found: string[] = [];
  const mixed = { ...other, ids: { ...other.ids, spaceId: scene.ids.spaceId ?? '' } };
  for (const operation of operations) {
    const { path } = methodAndPath(operation);
    if (!path.includes(':spaceId') || permissionOf(operation).by.includes('chat' as never)) continue;
    for (const scope of tokenScopeNames) {
      const { status } = await send(operation, ofGroup[scope], other);
      const isOutside = !mayByKind(operation, 'personal') && status === 403;
      if (status !== 404 && !isOutside) found.push(`${operation} with ${scope}: ${status}`);
    }
    // The group is its own, and what the path names in it belongs to the other one.
    if (!/:(roomId|participantId|playbackId|webhookId|assetId)/.test(path)) continue;
    const { status, text } = await send(operation, ofGroup.all, mixed);
    if (status < 400 || text.includes('Secrets')) found.push(`${operation} of a foreign thing: ${status}`);
  }
  assert.deepEqual(found, []);
});

test('no token without the scope reads what lets people in, or a secret', async () => {
  const secrets = [scene.ids.inviteId ?? '', 'accessToken=', '/invite/', '"secret"'];
  const found: string[] = [];
  for (const operation of operations.filter((one) => methodAndPath(one).method === 'GET')) {
    for (const scope of ['read', 'reports', 'recordings', 'webhooks'] as const) {
      const { status, text } = await send(operation, personal[scope]);
      if (permissionOf(operation).place === 'invite') continue;
      if (status === 200 && secrets.some((secret) => text.includes(secret)))
        found.push(`${operation} with ${scope}`);
    }
  }
  assert.deepEqual(found, []);
});

/** The status for a token with each scope alone; 415: it would be permitted, but the body is no JSON. */
const samples: [Operation, Record<Exclude<TokenScope, 'all'>, number>][] = [
  ['listSpaces', { read: 200, rooms: 200, reports: 200, recordings: 200, webhooks: 200 }],
  ['getRoom', { read: 200, rooms: 200, reports: 200, recordings: 200, webhooks: 200 }],
  ['createRoom', { read: 403, rooms: 415, reports: 403, recordings: 403, webhooks: 403 }],
  ['generateAccess', { read: 403, rooms: 415, reports: 403, recordings: 403, webhooks: 403 }],
  ['createSampleCall', { read: 403, rooms: 415, reports: 403, recordings: 403, webhooks: 403 }],
  ['listAccessLinks', { read: 403, rooms: 200, reports: 403, recordings: 403, webhooks: 403 }],
  ['listAnalyticsCallParticipants', { read: 200, rooms: 403, reports: 200, recordings: 403, webhooks: 403 }],
  ['listSpaceRecords', { read: 200, rooms: 403, reports: 403, recordings: 200, webhooks: 403 }],
  ['createRecordLink', { read: 403, rooms: 403, reports: 403, recordings: 415, webhooks: 403 }],
  ['getWebhook', { read: 200, rooms: 403, reports: 403, recordings: 403, webhooks: 200 }],
  ['refreshSecretWebhook', { read: 403, rooms: 403, reports: 403, recordings: 403, webhooks: 415 }],
  ['listMembers', { read: 200, rooms: 403, reports: 403, recordings: 403, webhooks: 403 }],
  ['createInvite', { read: 403, rooms: 403, reports: 403, recordings: 403, webhooks: 403 }],
  ['grantRole', { read: 403, rooms: 403, reports: 403, recordings: 403, webhooks: 403 }],
  ['createChatM2mToken', { read: 403, rooms: 403, reports: 403, recordings: 403, webhooks: 403 }],
  ['updateSpace', { read: 403, rooms: 403, reports: 403, recordings: 403, webhooks: 403 }],
  ['deleteSpace', { read: 403, rooms: 403, reports: 403, recordings: 403, webhooks: 403 }],
  ['erasePerson', { read: 403, rooms: 403, reports: 403, recordings: 403, webhooks: 403 }],
  ['getOwnUser', { read: 200, rooms: 403, reports: 403, recordings: 403, webhooks: 403 }],
  ['updateOwnUser', { read: 403, rooms: 403, reports: 403, recordings: 403, webhooks: 403 }],
  ['changePassword', { read: 403, rooms: 403, reports: 403, recordings: 403, webhooks: 403 }],
  ['createPersonalToken', { read: 403, rooms: 403, reports: 403, recordings: 403, webhooks: 403 }],
  ['refreshClientSecret', { read: 403, rooms: 403, reports: 403, recordings: 403, webhooks: 403 }],
  ['createParticipant', { read: 403, rooms: 403, reports: 403, recordings: 403, webhooks: 403 }],
];

for (const [operation, expected] of samples) {
  test(`${operation} by each scope alone`, async () => {
    for (const [scope, status] of Object.entries(expected)) {
      const answer = await send(operation, personal[scope as TokenScope]);
      assert.equal(answer.status, status, `${scope}: ${answer.text}`);
      if (status !== 403) continue;
      assert.equal(answer.body.code, 'scope_missing');
      assert.ok(tokenScopeNames.includes(answer.body.scope as TokenScope), answer.text);
      assert.match(answer.text, new RegExp(`This token lacks the scope \\\\"${answer.body.scope}\\\\"`));
    }
  });
}

test('a refusal names the narrowest scope that is enough', async () => {
  const named = async (operation: Operation) => (await send(operation, personal.webhooks)).body.scope;
  assert.equal(await named('getSpaceStorage'), 'read');
  assert.equal(await named('listRecords'), 'recordings');
  assert.equal(await named('deleteSpace'), 'all');
});

test('the method counts, not the operation as which an upload is admitted', async () => {
  const { spaceId } = scene.group;
  const path = `/v1/spaces/${spaceId}/assets`;
  const headers = { 'upload-length': '100', 'upload-metadata': metadataOf({ filename: 'a.mp4' }) };
  const asset = { path: `${path}/${scene.ids.assetId}` };
  for (const token of [personal, ofGroup]) {
    const read = { url: lectern.url, token: token.read };
    assert.equal((await sendTus(read, { path, headers })).status, 403);
    assert.equal((await sendTus(read, { ...asset, method: 'PATCH' })).status, 403);
    assert.equal((await sendTus(read, { ...asset, method: 'HEAD' })).status, 200);
    const reports = { url: lectern.url, token: token.reports };
    assert.equal((await sendTus(reports, { ...asset, method: 'HEAD' })).status, 403);
    const recordings = { url: lectern.url, token: token.recordings };
    assert.equal((await sendTus(recordings, { path, headers })).status, 201);
  }
  const beyond = { url: lectern.url, token: ofGroup.recordings };
  const elsewhere = `/v1/spaces/${other.group.spaceId}/assets`;
  assert.equal((await sendTus(beyond, { path: elsewhere, headers })).status, 404);
});

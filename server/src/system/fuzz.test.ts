import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { buildOpenApi } from '../../../contract/openapi/openapi.ts';
import { databaseOf } from '../../testing/database.ts';
import { seedOr } from '../../testing/fuzzing/chance.ts';
import { ApiDocument, type Json } from '../../testing/fuzzing/document.ts';
import { changesBetween, ForeignGroup, foreignMark } from '../../testing/fuzzing/foreign.ts';
import { fuzz, operationsWithout, printed } from '../../testing/fuzzing/fuzzer.ts';
import { Judge, type JudgedAnswer } from '../../testing/fuzzing/judge.ts';
import { type Lectern, startLectern } from '../../testing/lectern.ts';
import { withoutRecorder } from '../../testing/records/records.ts';

/** `npm run soak -- fuzz --seed N` sends 100,000 with any seed. */
const seed = seedOr(20_261_122);

let lectern: Lectern;
before(async () => {
  lectern = await startLectern({ ...withoutRecorder, LECTERN_RATE_LIMIT_PER_MINUTE: '0' });
});
after(() => lectern?.remove());

test('2,400 generated requests over all operations get no undeclared status, no response outside its schema and no 5xx', async () => {
  const run = await fuzz(lectern, { seed, requests: 2400, accounts: 4, calls: 0 });
  assert.deepEqual(
    run.faults.map((fault) => printed(seed, fault)),
    [],
  );
  // A run whose requests are all refused would prove nothing.
  const succeeded = [...run.statuses.values()].filter((counts) =>
    [...counts.keys()].some((status) => status < 300),
  );
  assert.ok(succeeded.length > 90, `only ${succeeded.length} operations succeeded`);
  // Their tokens and ids are valid, which no random value is.
  const ofViewers = ['openViewing', 'reportViewing', 'closeViewing', 'clickOffer', 'stopReminderEmails'];
  assert.deepEqual(
    operationsWithout(run, (status) => status < 300).filter((name) => ofViewers.includes(name)),
    [],
  );
});

test('the judge finds what the document does not declare', () => {
  const document = new ApiDocument(JSON.parse(JSON.stringify(buildOpenApi())) as Json);
  const judge = new Judge(document);
  const described = document.operations.find(({ operation }) => operation === 'getClient');
  assert.ok(described);
  const request = { operation: described.operation, method: 'GET', path: described.path, headers: {} };
  const faultOf = (status: number, body: unknown, headers: JudgedAnswer['headers'] = {}) =>
    judge.faultOf(described, request, {
      status,
      headers: { 'x-request-id': 'a'.repeat(24), 'content-type': 'application/json', ...headers },
      text: JSON.stringify(body),
    });
  const client = { clientId: null, hasSecret: false };
  assert.equal(faultOf(200, client), undefined);
  assert.match(String(faultOf(200, { ...client, clientId: foreignMark })), /shows a foreign group/);
  assert.equal(faultOf(403, { message: 'No.', code: 'forbidden' }), undefined);
  assert.match(String(faultOf(200, client, { 'x-request-id': undefined })), /x-request-id/);
  assert.match(String(faultOf(200, { ...client, extra: 1 })), /outside its schema/);
  assert.match(String(faultOf(200, { clientId: 1, hasSecret: false })), /outside its schema/);
  assert.match(String(faultOf(200, client, { 'content-type': 'text/html' })), /type text\/html/);
  assert.match(String(faultOf(201, client)), /201 {2}is not declared/);
  assert.match(
    String(faultOf(403, { message: 'No.', code: 'plan_required' })),
    /plan_required is not declared/,
  );
  assert.match(String(faultOf(429, { message: 'No.', code: 'rate_limited' })), /retry-after is missing/);
  assert.match(String(faultOf(500, { message: 'No.', code: 'internal' })), /500 internal/);
});

test('comparing snapshots of a foreign group finds what was changed, removed and added', async () => {
  const database = await databaseOf(lectern);
  const foreign = await ForeignGroup.make(lectern, database);
  await database.close();
  const [{ spaceId = '', roomId = '', linkId = '' } = {}] = foreign.ids;
  const before = await foreign.snapshot();
  const read = ['getSpace', 'listRooms', 'getAccessLink', 'listMembers', 'listRecords', 'getWebhookDelivery'];
  for (const operation of [...read, 'listInvites', 'listMessages', 'listParticipants', 'listSessions']) {
    assert.equal(typeof before.get(operation), 'object', operation);
  }
  assert.deepEqual(changesBetween(before, await foreign.snapshot()), []);
  const changed = async (): Promise<string[]> =>
    changesBetween(before, await foreign.snapshot()).map(({ operation }) => operation);
  await foreign.owner.updateRoom({ spaceId, roomId, body: { name: 'Geometry' } });
  const nameRoom = [
    'listRooms',
    'getRoom',
    'getRoomByAlias',
    'listSpaceRecords',
    'searchSpace',
    'getInitial',
    // The change has an entry.
    'listAuditEntries',
  ];
  const nameRoomOfCall = [
    'analyticsCalls',
    'getAnalyticsCall',
    'getRoomAnalyticsReport',
    'getAnalyticsSummary',
  ];
  assert.deepEqual((await changed()).sort(), [...nameRoom, ...nameRoomOfCall].sort());
  await foreign.owner.updateRoom({ spaceId, roomId, body: { name: foreignMark } });
  await foreign.owner.revokeAccessLink({ spaceId, roomId, linkId });
  const nameLink = ['listAuditEntries', 'getMember', 'listAccessLinks', 'getAccessLink'];
  assert.deepEqual(await changed(), nameLink);
});

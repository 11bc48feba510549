import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { joinFakeCall } from '../../../testing/people/fake-call.ts';

let lectern: InProcess;
let group: TestGroup;
let callId: string;
before(async () => {
  lectern = await startInProcess();
  group = await makeGroup(lectern, { isPublic: false });
  const ann = await joinFakeCall(lectern, group, { username: 'Ann', externalUserId: 'lms-1' });
  ({ id: callId } = await group.owner.getActiveCall(group.at));
  ann.person.publish('microphone');
  const { channelId } = group.room;
  await ann.api.joinChannel({ body: { id: channelId } });
  await ann.api.sendMessage({ body: { channelId, text: 'hello' } });
  await group.owner.generateAccess({ ...group.at, body: { username: 'Absent', role: 'user' } });
});
after(() => lectern?.remove());

/** Fetches a published schema, as an integrator without a credential does. */
async function fetchSchema(path: string): Promise<{ schema: Record<string, unknown>; type: string | null }> {
  const response = await fetch(`${lectern.url}${path}`);
  assert.equal(response.status, 200, path);
  return { schema: await response.json(), type: response.headers.get('content-type') };
}

async function validatorOf(path: string): Promise<ValidateFunction> {
  const { schema, type } = await fetchSchema(path);
  assert.match(type ?? '', /^application\/schema\+json/);
  assert.deepEqual([schema.$schema, schema.$id], ['https://json-schema.org/draft/2020-12/schema', path]);
  // Strict: an unknown keyword or format is an error of the schema. A field may be text or null.
  return new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema);
}

const reportAt = '/v1/schemas/attendance-report/1.json';
const report = (provisional: boolean) =>
  group.owner.getRoomAnalyticsReport({
    spaceId: group.spaceId,
    query: { roomId: group.room.id, callId, provisional },
  });

test('the reports of a running and of a finished call follow the published schema, others do not', async () => {
  const isValid = await validatorOf(reportAt);
  const running = await report(true);
  assert.deepEqual([isValid(running), isValid.errors], [true, null]);
  assert.deepEqual([running.isFinal, running.totals.absent.length], [false, 1]);
  await group.owner.finishActiveCall(group.at);
  const final = await report(false);
  assert.deepEqual([isValid(final), isValid.errors], [true, null]);

  const [row] = final.participants;
  assert.ok(row);
  const { share: _share, ...withoutShare } = row;
  const wrong = {
    'another version': { ...final, version: 2 },
    'without a field': { ...final, participants: [withoutShare] },
    'a duration as text': { ...final, participants: [{ ...row, onlineDuration: '5' }] },
    'an interval without an end': {
      ...final,
      participants: [{ ...row, intervals: { ...row.intervals, online: [{ startedAt: row.firstEntryAt }] } }],
    },
  };
  for (const [what, changed] of Object.entries(wrong)) assert.equal(isValid(changed), false, what);
  assert.equal(isValid({ ...final, later: 'a new field' }), true, 'a version may get new fields');
});

test('the summary of calls follows its published schema', async () => {
  const isValid = await validatorOf('/v1/schemas/attendance-summary/1.json');
  const summary = await group.owner.getAnalyticsSummary({
    spaceId: group.spaceId,
    query: { dateFrom: '2020-01-01T00:00:00Z', dateTo: '2120-01-01T00:00:00Z' },
  });
  assert.equal(summary.people.length, 1);
  assert.deepEqual([isValid(summary), isValid.errors], [true, null]);
  assert.equal(isValid({ ...summary, people: [{}] }), false);
});

test('the OpenAPI document names the schemas of both responses', async () => {
  const { paths } = await (await fetch(`${lectern.url}/v1/openapi.json`)).json();
  const at = '/v1/spaces/{spaceId}/analytics';
  assert.ok(paths[`${at}/report`].get.description.includes(`(${reportAt})`));
  assert.ok(paths[`${at}/summary`].get.description.includes('(/v1/schemas/attendance-summary/1.json)'));
});

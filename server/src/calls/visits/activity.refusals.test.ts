import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { databaseOf } from '../../../testing/database.ts';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { enterBy, makeLink } from '../../../testing/people/entering.ts';
import { type InFakeCall, joinFakeCall } from '../../../testing/people/fake-call.ts';
import { refused } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { newId } from '../../platform/ids.ts';

let lectern: InProcess;
let group: TestGroup;
let ann: InFakeCall;
before(async () => {
  lectern = await startInProcess();
  group = await makeGroup(lectern, { isPublic: false });
  ann = await joinFakeCall(lectern, group);
});
after(() => lectern?.remove());

const visible = { body: { isTabVisible: true } };

async function intervalsOf(participantId: string) {
  const { db, close } = await databaseOf(lectern);
  const rows = await db
    .selectFrom('activity_intervals as a')
    .innerJoin('visits as v', 'v.id', 'a.visit_id')
    .select(['a.kind', 'a.ended_at', 'v.entry_id'])
    .where('v.participant_id', '=', participantId)
    .orderBy('a.id')
    .execute();
  await close();
  return rows.map(({ kind, ended_at }) => [kind, ended_at === null ? 'open' : 'ended']);
}

test('a page reports for the entry of its signaling token, until the visit ends', async () => {
  const bob = await enterBy(lectern, group, { url: await makeLink(group, { username: 'Bob' }) });
  const { signalingToken, entryId } = await bob.api.issueSignalingToken(bob.at);
  const person = lectern.media.join(signalingToken);
  const report = (body: { isTabVisible?: boolean; isSpeaking?: boolean }) =>
    bob.api.reportActivity({ ...bob.at, body: { ...body, entryId } });
  const isKnown = () =>
    report({ isTabVisible: true }).then(
      () => true,
      () => false,
    );
  await waitUntil(isKnown, { timeout: 10_000, message: 'the visit to be known' });
  await report({ isSpeaking: true });
  await report({ isTabVisible: false });
  assert.deepEqual(await intervalsOf(bob.id), [
    ['tab', 'ended'],
    ['speaking', 'open'],
  ]);
  person.leave();
  const isOver = async () => (await intervalsOf(bob.id)).every(([, state]) => state === 'ended');
  await waitUntil(isOver, { timeout: 10_000, message: 'the interval to end with the visit' });
  await refused(report({ isSpeaking: true }), 'participant_not_in_call');
});

test('only the own session of a participant in the call may report', async () => {
  const bob = await joinFakeCall(lectern, group, { username: 'Bob' });
  const outside = await enterBy(lectern, group, { url: await makeLink(group) });
  await refused(outside.api.reportActivity({ ...outside.at, ...visible }), 'participant_not_in_call');
  await refused(bob.api.reportActivity({ ...ann.at, ...visible }), 'forbidden');
  await refused(group.owner.reportActivity({ ...ann.at, ...visible }), 'forbidden');
  await refused(lectern.client().reportActivity({ ...ann.at, ...visible }), 'unauthorized');
  const elsewhere = await makeGroup(lectern, { isPublic: false });
  const at = { ...ann.at, spaceId: elsewhere.spaceId };
  await refused(ann.api.reportActivity({ ...at, ...visible }), 'not_found');
  await refused(ann.api.reportActivity({ ...at, body: {} }), 'not_found');
  await refused(ann.api.reportActivity({ ...ann.at, participantId: newId(), ...visible }), 'not_found');
  await refused(
    ann.api.reportActivity({ ...ann.at, body: { ...visible.body, entryId: newId() } }),
    'participant_not_in_call',
  );
  await group.owner.removeParticipant(bob.at);
  await refused(bob.api.reportActivity({ ...bob.at, ...visible }), 'removed_from_call');
});

test('a report names at least one state, each true or false, and a valid entry', async () => {
  for (const body of [
    {},
    { entryId: newId() },
    { number: 1 },
    { isTabVisible: 'yes' },
    { isSpeaking: 2 },
    { isTabVisible: null },
    { isTabVisible: true, number: 0 },
    { isTabVisible: true, number: 1.5 },
    { isTabVisible: true, number: 2 ** 31 },
    { isTabVisible: true, entryId: 'nonsense' },
  ]) {
    await refused(ann.api.reportActivity({ ...ann.at, body: body as never }), 'validation_failed');
  }
  assert.deepEqual(await intervalsOf(ann.id), []);
});

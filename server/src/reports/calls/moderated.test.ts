import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../../../../contract/client/index.ts';
import { makeGroup, openLink, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { makeLink } from '../../../testing/people/entering.ts';
import { joinFakeCall } from '../../../testing/people/fake-call.ts';
import { refused } from '../../../testing/refused.ts';

let lectern: InProcess;
let group: TestGroup;
before(async () => {
  lectern = await startInProcess();
  group = await makeGroup(lectern, { isPublic: false });
});
after(() => lectern?.remove());

const idsFor = async (api: Client) => (await api.listModeratedCalls(group.at)).items.map(({ id }) => id);
const reportFor = (api: Client, callId: string) => api.getModeratedCallReport({ ...group.at, callId });

test('a moderator by a link reads the calls in which they were, also later by the link, without contacts', async () => {
  const mo = await joinFakeCall(lectern, group, { username: 'Mo', role: 'moderator' });
  const ann = await joinFakeCall(lectern, group, { username: 'Ann', email: 'ann@example.org' });
  const { id: callId } = await group.owner.getActiveCall(group.at);
  assert.deepEqual(await idsFor(mo.api), []);
  await refused(reportFor(mo.api, callId), 'report_not_ready');
  await group.owner.finishActiveCall(group.at);

  const again = await openLink(lectern, mo.url, mo.browser);
  for (const api of [mo.api, again]) {
    assert.deepEqual(await idsFor(api), [callId]);
    const { participants } = await reportFor(api, callId);
    assert.deepEqual(
      participants.map(({ name, email, ip }) => [name, email, ip]),
      [
        ['Mo', null, null],
        ['Ann', null, null],
      ],
    );
  }
  const file = await again.getModeratedCallReport({ ...group.at, callId, query: { format: 'xlsx' } });
  assert.ok((await file.arrayBuffer()).byteLength > 1000);

  const later = await openLink(lectern, await makeLink(group, { username: 'Fay', role: 'moderator' }), 'fay');
  assert.deepEqual(await idsFor(later), []);
  await refused(reportFor(later, callId), 'not_found');
  for (const api of [ann.api, group.owner]) {
    await refused(idsFor(api), 'forbidden');
    await refused(reportFor(api, callId), 'forbidden');
  }

  const { items } = await group.owner.listAccessLinks(group.at);
  const linkId = items.find(({ username }) => username === 'Mo')?.id ?? '';
  await group.owner.revokeAccessLink({ ...group.at, linkId });
  for (const api of [mo.api, again]) await refused(reportFor(api, callId), 'not_found');
});

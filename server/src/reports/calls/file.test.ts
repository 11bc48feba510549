import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { joinFakeCall } from '../../../testing/people/fake-call.ts';
import { refused } from '../../../testing/refused.ts';
import { readCsv } from '../testing/read-csv.ts';
import { readSheets, sheetNamed } from '../testing/read-xlsx.ts';

let lectern: InProcess;
let group: TestGroup;
let callId: string;
before(async () => {
  lectern = await startInProcess();
  group = await makeGroup(lectern, { name: 'Алгебра, 7B' });
  const ann = await joinFakeCall(lectern, group, { username: '=1+1', externalUserId: 'lms-1' });
  const { channelId } = group.room;
  await ann.api.joinChannel({ body: { id: channelId } });
  await ann.api.sendMessage({ body: { channelId, text: 'hello' } });
  ({ id: callId } = await group.owner.getActiveCall(group.at));
  ann.person.leave();
  await group.owner.finishActiveCall(group.at);
});
after(() => lectern?.remove());

const query = () => ({ roomId: group.room.id, callId });

/** The response as it was sent. */
async function fetchReport(format: string): Promise<Response> {
  const path = `/v1/spaces/${group.spaceId}/analytics/report?${new URLSearchParams({ ...query(), format })}`;
  const headers = { authorization: `Bearer ${lectern.owner.personalToken}` };
  return fetch(`${lectern.url}${path}`, { headers });
}

test('xlsx and csv are downloads with a readable name, json is none', async () => {
  const day = (await group.owner.getAnalyticsCall({ spaceId: group.spaceId, callId })).startedAt.slice(0, 10);
  const types = {
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    csv: 'text/csv; charset=utf-8',
  };
  for (const [format, type] of Object.entries(types)) {
    const { status, headers } = await fetchReport(format);
    assert.deepEqual([status, headers.get('content-type')], [200, type]);
    const disposition = headers.get('content-disposition') ?? '';
    const name = /^attachment; .*filename\*=UTF-8''([^;]+)$/.exec(disposition)?.[1] ?? '';
    assert.equal(decodeURIComponent(name), `Алгебра, 7B ${day}.${format}`);
  }
  const { headers } = await fetchReport('json');
  assert.equal(headers.get('content-disposition'), null);
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
});

test('the files have the people, messages and figures of the JSON report', async () => {
  const { spaceId } = group;
  const report = await group.owner.getRoomAnalyticsReport({ spaceId, query: query() });
  const csv = await group.owner.getRoomAnalyticsReport({ spaceId, query: { ...query(), format: 'csv' } });
  const [cells = {}] = readCsv(await csv.text()).rows;
  const [row] = report.participants;
  assert.equal(cells.externalUserId, 'lms-1');
  assert.equal(cells.name, "'=1+1");
  assert.equal(cells.onlineDuration, String(row?.onlineDuration));
  assert.equal(Number(cells.share), row?.share);

  const zone = { ...query(), format: 'xlsx' as const, timezone: 'Europe/Berlin' };
  const xlsx = await group.owner.getRoomAnalyticsReport({ spaceId, query: zone });
  const sheets = await readSheets(Buffer.from(await xlsx.arrayBuffer()));
  assert.deepEqual(
    sheets.map(({ name }) => name),
    ['Summary', 'Participants', 'Visits', 'Chat', 'Polls', 'Technical'],
  );
  const { xml } = sheetNamed(sheets, 'Chat');
  for (const text of ['hello', 'lms-1', 'Europe/Berlin']) assert.ok(xml.includes(text), xml);
});

test('a file is refused like JSON', async () => {
  const { spaceId } = group;
  const ann = await joinFakeCall(lectern, group);
  const { id } = await group.owner.getActiveCall(group.at);
  for (const format of ['xlsx', 'csv'] as const) {
    const running = { ...query(), callId: id, format };
    await refused(group.owner.getRoomAnalyticsReport({ spaceId, query: running }), 'report_not_ready');
    const blob = await group.owner.getRoomAnalyticsReport({
      spaceId,
      query: { ...running, provisional: true },
    });
    assert.ok(blob.size > 100);
  }
  ann.person.leave();
});

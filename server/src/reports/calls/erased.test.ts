import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createClient } from '../../../../contract/client/index.ts';
import type { Answer, Body } from '../../../../contract/routes.ts';
import { checkedFetch } from '../../../testing/answers/checked-fetch.ts';
import { makeGroup, openLink, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { makeLink, newBrowser } from '../../../testing/people/entering.ts';
import { connectToFakeCall, type InFakeCall, joinFakeCall } from '../../../testing/people/fake-call.ts';
import { readParts } from '../testing/read-xlsx.ts';

let lectern: InProcess;
let group: TestGroup;
before(async () => {
  lectern = await startInProcess({ LECTERN_TRUSTED_PROXIES: '127.0.0.1' });
  group = await makeGroup(lectern, {
    joinSettingsCustomFields: [
      {
        ...{ id: '0c5b7a5e-8a52-4b1e-9a11-6d8f3c2e1a01', type: 'string', title: 'Passport' },
        ...{ enabled: true, required: false, order: 0 },
      },
    ],
  });
});
after(() => lectern?.remove());

/** Everything that must not be found after the erasure; the own id is a part of the meeting's. */
const traces = {
  names: ['Zebulon', 'Quarkson', 'Zelda'],
  key: 'key-zq-77',
  contact: ['zq77@example.org', '79460977'],
  passport: 'PP998877',
  texts: ['SECRETMESSAGE', 'SECRETDELETED', 'SECRETANSWER'],
  places: ['203.0.113.77', 'intranet.example.org', 'CONTENT77', 'TERM77', 'Pixel', 'Android'],
};
const allTraces = Object.values(traces).flat();

const person = {
  ...{ username: 'Zebulon Quarkson', role: 'user', externalUserId: traces.key },
  ...{ externalMeetingId: `meeting-${traces.key}`, email: 'zq77@example.org', phone: '+44 20 7946 0977' },
} satisfies Body<'generateAccess'>;

/** A server whose clients send these headers. */
const from = (headers: Record<string, string>): InProcess => ({
  ...lectern,
  client: (token) =>
    createClient({
      ...{ baseUrl: lectern.url, token },
      fetch: (input, init) => checkedFetch(input, { ...init, headers: { ...init?.headers, ...headers } }),
    }),
});

const phone = {
  'x-forwarded-for': '203.0.113.77',
  'user-agent':
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Mobile Safari/537.36',
};

/** Enters by a link from a phone, with a referral and an answer to the room's own field. */
async function enterFromPhone(url: string): Promise<InFakeCall> {
  const server = from(phone);
  const browser = newBrowser();
  const session = await openLink(server, url, browser);
  const { id, access_token } = await session.createParticipant({
    spaceId: group.spaceId,
    body: {
      ...{ roomId: group.room.id, clientUniqueId: browser },
      fields: { '0c5b7a5e-8a52-4b1e-9a11-6d8f3c2e1a01': traces.passport },
      referral: {
        ...{ referer: 'https://intranet.example.org/people', utmSource: 'mail', utmContent: 'CONTENT77' },
        utmTerm: 'TERM77',
      },
    },
  });
  const at = { spaceId: group.spaceId, participantId: id };
  return connectToFakeCall(lectern, group, { id, api: server.client(access_token), at, browser, url });
}

/** Every response about a call, as text by its name. */
async function readAll(callId: string) {
  const { owner, spaceId, room } = group;
  const path = { spaceId, callId };
  const query = { roomId: room.id, callId };
  const period = { dateFrom: '2020-01-01T00:00:00Z', dateTo: '2100-01-01T00:00:00Z' };
  const xlsx = await owner.getRoomAnalyticsReport({ spaceId, query: { ...query, format: 'xlsx' } });
  const parts = await readParts(Buffer.from(await xlsx.arrayBuffer()));
  const csv = await owner.getRoomAnalyticsReport({ spaceId, query: { ...query, format: 'csv' } });
  return {
    report: await owner.getRoomAnalyticsReport({ spaceId, query }),
    call: await owner.getAnalyticsCall(path),
    people: await owner.listAnalyticsCallParticipants(path),
    timeline: await owner.getAnalyticsCallTimeline(path),
    messages: await owner.listAnalyticsCallMessages(path),
    polls: await owner.listAnalyticsCallPolls(path),
    summary: await owner.getAnalyticsSummary({ spaceId, query: period }),
    calls: await owner.analyticsCalls({ spaceId, query: period }),
    csv: await csv.text(),
    xlsx: [...parts].map(([name, text]) => `${name}\n${text}`).join('\n'),
  };
}

type Report = Answer<'getRoomAnalyticsReport'>;
const figuresOf = ({ participants, totals: { absent: _, ...totals } }: Report) => ({
  totals,
  rows: participants.map(
    ({ participantId, visits, share, isPresent, presenceReason, intervals, ...row }) => ({
      ...{ participantId, visits, share, isPresent, presenceReason, intervals },
      ...Object.fromEntries(Object.entries(row).filter(([, value]) => typeof value === 'number')),
    }),
  ),
});

test('an erased person is in no response about a finished call, and every figure stays', async () => {
  const { owner, room } = group;
  const moderator = await joinFakeCall(lectern, group, { username: 'Mo', role: 'moderator' });
  const { id: callId } = await owner.getActiveCall(group.at);
  const first = await enterFromPhone(await makeLink(group, person));
  const renamed = await enterFromPhone(await makeLink(group, { ...person, username: 'Zelda Quarkson' }));
  // A further link that nobody opens is no absence, because the person came by another one.
  await makeLink(group, person);
  await makeLink(group, { username: 'Nobody', externalUserId: 'lms-9' });
  const { channelId } = room;
  for (const { api } of [moderator, first, renamed]) await api.joinChannel({ body: { id: channelId } });
  await first.api.sendMessage({ body: { channelId, text: 'SECRETMESSAGE of Zebulon' } });
  const { id: messageId } = await renamed.api.sendMessage({ body: { channelId, text: 'SECRETDELETED' } });
  await renamed.api.deleteMessage({ messageId });
  const open = await moderator.api.createPoll({
    body: { channelId, question: 'Why?', isOpenEnded: true },
  });
  await moderator.api.startPoll({ pollId: open.id });
  await first.api.votePoll({ body: { poll_id: open.id, answer: 'SECRETANSWER' } });
  await first.api.raiseHand(first.at);
  await first.api.sendStageReaction({ ...group.at, body: { emoji: '👏' } });
  await first.api.reportActivity({ ...first.at, body: { isTabVisible: true } });
  first.person.publish('camera');
  for (const one of [first, renamed, moderator]) one.person.leave();
  await owner.finishActiveCall(group.at);
  // In a second call the person is absent.
  const again = await joinFakeCall(lectern, group, { username: 'Mo', role: 'moderator' });
  const { id: laterId } = await owner.getActiveCall(group.at);
  again.person.leave();
  await owner.finishActiveCall(group.at);

  const before = await readAll(callId);
  const laterBefore = (await readAll(laterId)).report;
  const shown = JSON.stringify(before);
  // The names, keys and texts that a report has are found by the search that must not find them later.
  for (const trace of [
    'Zelda',
    traces.key,
    traces.passport,
    'SECRETMESSAGE',
    'SECRETANSWER',
    '203.0.113.77',
    'TERM77',
  ])
    assert.ok(shown.includes(trace), trace);
  assert.deepEqual(
    laterBefore.totals.absent.map(({ externalUserId }) => externalUserId),
    ['lms-9', traces.key],
  );

  await owner.erasePerson({ externalUserId: traces.key });
  const now = await readAll(callId);
  for (const [name, response] of Object.entries(now)) {
    const text = typeof response === 'string' ? response : JSON.stringify(response);
    const found = allTraces.filter((trace) => text.includes(trace));
    assert.deepEqual(found, [], name);
  }
  assert.deepEqual([before.report.revision, now.report.revision], [1, 2]);
  assert.deepEqual(figuresOf(now.report), figuresOf(before.report));
  assert.deepEqual([now.timeline, now.call, now.calls], [before.timeline, before.call, before.calls]);
  assert.deepEqual([now.messages.total, now.people.total], [before.messages.total, before.people.total]);
  assert.deepEqual(
    now.polls.items.map(({ options, answers }) => [options, answers.length]),
    before.polls.items.map(({ options, answers }) => [options, answers.length]),
  );
  assert.deepEqual(
    now.summary.people.map(({ calls }) => calls).toSorted(byText),
    before.summary.people.map(({ calls }) => calls).toSorted(byText),
  );
  const later = (await readAll(laterId)).report;
  assert.deepEqual([laterBefore.revision, later.revision], [1, 2]);
  assert.deepEqual(
    later.totals.absent.map(({ externalUserId }) => externalUserId),
    ['lms-9'],
  );
});

const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

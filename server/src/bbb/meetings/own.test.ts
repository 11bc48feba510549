import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { answer, type Receiver, startReceiver } from '../../../testing/receivers/receiver.ts';
import { refused } from '../../../testing/refused.ts';
import { type BbbGroup, makeBbbGroup } from '../testing/bbb-client.ts';
import { connectToMeeting, enterMeeting } from '../testing/joining.ts';

let lectern: InProcess;
let group: BbbGroup;
let site: Receiver;
before(async () => {
  lectern = await startInProcess({ LECTERN_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32' });
  group = await makeBbbGroup(lectern);
  site = await startReceiver();
});
after(async () => {
  await site?.close();
  await lectern?.remove();
});

type Joining = Record<string, string>;

const enter = (parameters: Joining) =>
  enterMeeting(lectern, group, { role: 'VIEWER', fullName: 'A', ...parameters });
const shownTo = async (parameters: Joining) => {
  const { api, at } = await enter(parameters);
  return (await api.getOwnMeeting(at)).meeting;
};
const textOf = (runs: { text: string }[] | null | undefined) => runs?.map(({ text }) => text).join('');

test('a meeting shows its messages, banner, end and addresses; moderators get a message of their own', async () => {
  const meetingID = 'shown';
  await group.bbb.call('create', {
    ...{ meetingID, name: 'Algebra', voiceBridge: '71234', duration: '60' },
    welcome: '<script>1</script>Welcome to %%CONFNAME%%!<br>',
    moderatorOnlyMessage: 'Key: %%CONFNUM%%',
    ...{ bannerText: '<b>Exam</b>', bannerColor: '#FFD54A', loginURL: 'https://school.example.org/join' },
    logoutURL: 'https://school.example.org/out',
  });
  const viewer = await shownTo({ meetingID });
  assert.equal(textOf(viewer?.welcome), 'Welcome to Algebra!');
  assert.deepEqual(
    [viewer?.moderatorMessage, viewer?.bannerText, viewer?.bannerColor, viewer?.logoUrl],
    [null, '<b>Exam</b>', '#FFD54A', null],
  );
  assert.deepEqual(
    [viewer?.logoutUrl, viewer?.loginUrl],
    ['https://school.example.org/out', 'https://school.example.org/join'],
  );
  const left = Date.parse(viewer?.endsAt ?? '') - Date.now();
  assert.ok(left > 58 * 60_000 && left <= 60 * 60_000, String(left));
  const moderator = await shownTo({
    meetingID,
    role: 'MODERATOR',
    logoutURL: 'https://school.example.org/mine',
  });
  assert.equal(textOf(moderator?.moderatorMessage), 'Key: 71234');
  assert.equal(moderator?.logoutUrl, 'https://school.example.org/mine');
  await group.bbb.call('end', { meetingID });
});

test('bad values count as not given, and a meeting without any shows nothing', async () => {
  const meetingID = 'nothing';
  await group.bbb.call('create', {
    ...{
      meetingID,
      welcome: ' ',
      bannerColor: 'red',
      loginURL: 'javascript:alert(1)',
      logo: 'file:///etc/passwd',
    },
  });
  assert.deepEqual(await shownTo({ meetingID, logoutURL: 'javascript:alert(1)' }), {
    ...{ endsAt: null, welcome: null, moderatorMessage: null, bannerText: null, bannerColor: null },
    ...{ logoUrl: null, logoutUrl: null, loginUrl: null },
  });
  await group.bbb.call('end', { meetingID });
});

test('people who wait, other people and rooms without a meeting see nothing of it', async () => {
  const meetingID = 'closed';
  await group.bbb.call('create', { meetingID, welcome: 'x', guestPolicy: 'ASK_MODERATOR' });
  const waiting = await enter({ meetingID });
  await refused(waiting.api.getOwnMeeting(waiting.at), 'forbidden');
  const inside = await enter({ meetingID, guest: 'false' });
  await refused(waiting.api.getOwnMeeting(inside.at), 'forbidden');
  await connectToMeeting(lectern, group, { meetingID, fullName: 'Mo', role: 'MODERATOR' });
  await group.bbb.call('end', { meetingID });
});

test('the logo is our copy of the picture, by the rules of addresses', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"></svg>';
  site.behave(answer(200, svg));
  const logoOf = async (meetingID: string, logo: string): Promise<Response> => {
    await group.bbb.call('create', { meetingID, logo });
    const meeting = await shownTo({ meetingID });
    await group.bbb.call('end', { meetingID });
    return fetch(meeting?.logoUrl ?? '');
  };
  const shown = await logoOf('logo', new URL('/logo.svg', site.url).href);
  assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/svg+xml']);
  assert.equal(await shown.text(), svg);
  assert.equal((await fetch(shown.url)).status, 200);
  assert.equal(site.received.length, 1);
  assert.equal((await fetch(shown.url.replace(/[^/]+$/, 'other'))).status, 404);
  assert.equal((await logoOf('forbidden', 'http://127.0.0.2:1/logo.png')).status, 404);
});

test('the link has the language of its person, if we have it', async () => {
  const meetingID = 'language';
  await group.bbb.call('create', { meetingID });
  const languageOf = async (locale: string) => {
    const join = { meetingID, fullName: 'A', role: 'VIEWER', 'userdata-bbb_override_default_locale': locale };
    const { headers } = await group.bbb.call('join', join);
    return new URL(headers.get('location') ?? '').searchParams.get('language');
  };
  assert.deepEqual(
    [await languageOf('ru'), await languageOf('ru_RU'), await languageOf('en-GB')],
    ['ru', 'ru', 'en'],
  );
  assert.deepEqual([await languageOf('xx'), await languageOf('<"&')], [null, null]);
  await group.bbb.call('end', { meetingID });
});

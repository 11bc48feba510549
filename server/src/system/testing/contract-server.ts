import { type Client, createClient } from '../../../../contract/client/index.ts';
import { methodAndPath, type Operation, routes } from '../../../../contract/routes.ts';
import { checkedFetch } from '../../../testing/answers/checked-fetch.ts';
import { insertDocumentOf } from '../../../testing/documents.ts';
import { makeGroup, makeUser, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { fillChannel } from '../../../testing/people/chat.ts';
import { mailUrl } from '../../../testing/receivers/mail-server.ts';
import { insertFailedRecord } from '../../../testing/records/records.ts';
import { createUpload } from '../../../testing/uploads.ts';
import type { Fields } from '../../platform/http/input/declared.ts';

export const operations = Object.keys(routes) as Operation[];
export const methodOf = (operation: Operation) => methodAndPath(operation).method;
export const pathOf = (operation: Operation) => methodAndPath(operation).path;

/** Calls a client method whose input type is known to the contract only. */
export const call = (client: Client, operation: Operation, input: Fields): Promise<unknown> =>
  (client[operation] as (input: Fields) => Promise<unknown>)(input);

const custom = (order: number, title: string) => ({
  id: `00000000-0000-4000-8000-00000000000${order}`,
  ...({ type: 'string', title, enabled: true, required: order === 0, order } as const),
});

/** A server with a group that has a record of every kind. */
export interface ContractServer {
  lectern: InProcess;
  group: TestGroup;
  /** By personal token. */
  owner: Client;
  /** A chat user who moderates the channel. */
  chat: Client;
  /** By the names of path and query parameters. */
  ids: Record<string, string>;
  /** Names of body fields that the server ignored since the last check. */
  ignored: string[];
  clientBy: (token: string) => Client;
}

/** A webinar with every setting, a schedule and a timeline. */
async function makeWebinar(owner: Client, { spaceId, room }: TestGroup) {
  const playback = await owner.createPlayback({
    spaceId,
    body: {
      name: 'Algebra again',
      type: 'conference',
      isPublic: false,
      isReplayAllowed: true,
      replayDays: 7,
      redirectUrl: 'https://lms.example.org/done',
      joinSettings: room.joinSettings,
    },
  });
  const event = await owner.createPlaybackEvent({
    spaceId,
    body: {
      playbackId: playback.id,
      name: 'Every evening',
      startDate: '2026-12-01T00:00:00+02:00',
      endDate: '2099-12-31T00:00:00Z',
      recurrence: '0 19 * * MON-FRI',
      timezone: 'Europe/Berlin',
    },
  });
  await owner.updateTimeline({
    spaceId,
    playbackId: playback.id,
    body: {
      items: [
        { type: 'offer', at: 5, title: 'Course', buttonText: 'Buy', url: 'https://lms.example.org/course' },
        { type: 'poll', at: 7, until: 9, question: 'Well?', options: [{ option: 'a' }, { option: 'b' }] },
        { type: 'message', at: 8, author: 'Mo', text: 'Hello' },
      ],
    },
  });
  return { playbackId: playback.id, playbackEventId: event.id };
}

export async function startContractServer(): Promise<ContractServer> {
  const lectern = await startInProcess({
    LECTERN_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    // Nothing listens there: reminders can be requested, and their emails wait.
    SMTP_URL: mailUrl(1),
    LECTERN_MAIL_FROM: 'lectern@example.org',
  });
  const ignored: string[] = [];
  const clientBy = (token: string): Client =>
    createClient({
      baseUrl: lectern.url,
      token,
      fetch: checkedFetch,
      onIgnored: (_operation, fields) => ignored.push(...fields),
    });
  const group = await makeGroup(
    lectern,
    {
      redirectUrl: 'https://lms.example.org/курс?after=1',
      opensWith: 'moderator',
      isMutedOnEntry: true,
      opensAt: '2026-12-01T08:50:00.000+01:00',
      closesAt: '2099-12-01T09:30:00Z',
      waitingRoomAudience: 'guests',
      isChatAllowed: false,
      joinSettingsFields: [
        { slug: 'phone', type: 'phone', title: 'admin.classrooms.phone', enabled: true, required: false },
      ],
      joinSettingsCustomFields: [custom(1, 'City'), { ...custom(0, 'Class'), description: 'Number, letter' }],
    },
    { description: 'Evenings', logo: 'https://lms.example.org/logo.png', isPublic: false },
  );
  const owner = clientBy(lectern.owner.personalToken);
  const { spaceId } = group;
  const channel = await fillChannel(lectern, group);
  const chat = clientBy(channel.tokens.chat);
  const member = await makeUser(lectern, 'member');
  const invite = await owner.createInvite({ spaceId, body: { role: 'role_space_user' } });
  await member.api.activateInvite({ spaceId, inviteId: invite.id });
  await owner.createWebhook({ spaceId, body: { url: `${lectern.url}/hook?from=lectern` } });
  await owner.createBigBlueButton({ spaceId });
  const second = await owner.addWebhook({
    spaceId,
    body: { url: `${lectern.url}/second`, eventNames: ['record_finished', 'report_ready'] },
  });
  const link = await owner.generateAccess({
    ...group.at,
    body: { username: 'Ann', role: 'moderator', externalUserId: 'ann', isPermanent: true },
  });
  await owner.updateMeetingSettings({ body: group.at });
  const spaceToken = await owner.createSpaceToken({
    spaceId,
    body: { name: 'Moodle', scopes: ['rooms', 'reports'], expiresAt: '2099-12-01T09:30:00Z' },
  });
  const ids = {
    ...(await makeWebinar(owner, group)),
    ...{ webhookId: second.id, spaceTokenId: spaceToken.id },
    ...channel.ids,
    ...group.at,
    ...(await insertFailedRecord(lectern, group)),
    boardId: (await owner.createBoard({ ...group.at, body: { kind: 'shared', name: 'Fractions' } })).id,
    documentId: await insertDocumentOf(lectern, group.at),
    assetId: (
      await createUpload({ url: lectern.url, token: lectern.owner.personalToken }, { spaceId, size: 100 })
    ).id,
    ...{ userId: member.id, linkId: link.id, email: member.email, date: '2026-11-21T12:00:00Z' },
  };
  return { lectern, group, owner, chat, ids, ignored, clientBy };
}

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../../../contract/client/index.ts';
import type { Body, Query } from '../../../contract/routes.ts';
import { seedOf } from '../../testing/fuzzing/chance.ts';
import { oddBodies } from '../../testing/fuzzing/fuzz.ts';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import {
  type Credential,
  type CredentialOutcome,
  checkEachCredential,
  credentialsFor,
} from '../../testing/people/credentials.ts';
import { enterBy, makeLink } from '../../testing/people/entering.ts';
import { sendRaw } from '../../testing/raw.ts';
import { refused, refusedFields } from '../../testing/refused.ts';
import { newId } from '../platform/ids.ts';

interface Scene extends TestGroup {
  to: Record<Credential, Client>;
  /** The path of a participant who belongs to none of the callers. */
  somebody: { spaceId: string; participantId: string };
}

let lectern: Lectern;
let open: Scene;
let hidden: Scene;
const scene = async (isPublic: boolean): Promise<Scene> => {
  const group = await makeGroup(lectern, { isPublic });
  const { at } = await enterBy(lectern, group, { url: await makeLink(group) });
  return { ...group, to: await credentialsFor(lectern, group), somebody: at };
};
before(async () => {
  lectern = await startInProcess();
  open = await scene(true);
  hidden = await scene(false);
});
after(() => lectern?.remove());

type Table = Record<Credential, CredentialOutcome>;
const told = (outcome: CredentialOutcome): Table => ({
  nobody: 'unauthorized',
  forged: 'unauthorized',
  client: outcome,
  stranger: outcome,
  guestLink: outcome,
  moderatorLink: outcome,
  guest: outcome,
  moderator: outcome,
  owner: outcome,
});
const strangers = { client: 'not_found', stranger: 'not_found' } as const;

/** Checks a public and a private room; in the private one strangers get not_found. */
async function tells(ask: (group: Scene) => (api: Client) => Promise<unknown>, table: Table): Promise<void> {
  await checkEachCredential(open.to, ask(open), table);
  await checkEachCredential(hidden.to, ask(hidden), { ...table, ...strangers });
}

test('everybody may enter but participants, and strangers only in a public room', async () => {
  const bodies: Partial<Record<string, string>> = {
    guestLink: 'browser of a user',
    moderatorLink: 'browser of a moderator',
  };
  for (const [group, table] of [
    [open, { ...told('ok'), nobody: 'ok', guest: 'forbidden', moderator: 'forbidden' }],
    [
      hidden,
      { ...told('ok'), nobody: 'not_found', ...strangers, guest: 'forbidden', moderator: 'forbidden' },
    ],
  ] as const) {
    const names = new Map(Object.entries(group.to).map(([name, api]) => [api, name]));
    const enter = (api: Client) =>
      api.createParticipant({
        spaceId: group.spaceId,
        body: {
          roomId: group.room.id,
          clientUniqueId: bodies[names.get(api) ?? ''] ?? 'some browser',
          name: 'Ann',
        },
      });
    await checkEachCredential(group.to, enter, table as Table);
  }
});

test('nobody may connect as a participant of somebody else', async () => {
  await tells(
    ({ somebody }) =>
      (api) =>
        api.issueSignalingToken(somebody),
    told('forbidden'),
  );
  const join = (group: Scene) => (api: Client) =>
    api.joinRoom({ ...group.at, body: { participantId: group.somebody.participantId } });
  await tells(join, told('forbidden'));
});

test('moderators in the call and accounts that lead the room lead its participants', async () => {
  const leaders = (outcome: CredentialOutcome): Table => ({
    ...told('forbidden'),
    moderator: outcome,
    owner: outcome,
  });
  await tells(
    ({ at }) =>
      (api) =>
        api.listParticipants(at),
    leaders('ok'),
  );
  const notThere = leaders('participant_not_in_call');
  const mute =
    ({ somebody }: Scene) =>
    (api: Client) =>
      api.muteParticipant({ ...somebody, body: { source: 'camera' } });
  await tells(mute, notThere);
  await tells(
    ({ somebody }) =>
      (api) =>
        api.askToUnmute(somebody),
    notThere,
  );
  await tells(
    ({ somebody }) =>
      (api) =>
        api.removeParticipant(somebody),
    notThere,
  );
  await tells(
    ({ somebody }) =>
      (api) =>
        api.allowSpeaking(somebody),
    notThere,
  );
  await tells(
    ({ somebody }) =>
      (api) =>
        api.stopSpeaking(somebody),
    notThere,
  );
});

test('an unknown participant, room or group is not_found before the body is checked', async () => {
  const { owner, spaceId, room } = open;
  const source = 'nose' as unknown as 'camera';
  const others = [newId(), 'nonsense', hidden.somebody.participantId, room.id];
  for (const participantId of others) {
    const at = { spaceId, participantId };
    await refused(owner.issueSignalingToken(at), 'not_found');
    await refused(owner.muteParticipant({ ...at, body: { source } }), 'not_found');
    await refused(owner.removeParticipant(at), 'not_found');
    await refused(owner.allowSpeaking(at), 'not_found');
    await refused(owner.stopSpeaking(at), 'not_found');
  }
  for (const roomId of [newId(), 'nonsense', hidden.room.id]) {
    const body = { participantId: 'x' };
    await refused(owner.joinRoom({ spaceId, roomId, body }), 'not_found');
    await refused(owner.listParticipants({ spaceId, roomId }), 'not_found');
  }
  const body = {} as Body<'createParticipant'>;
  await refused(owner.createParticipant({ spaceId: newId(), body }), 'not_found');
  await refused(lectern.client().createParticipant({ spaceId: hidden.spaceId, body }), 'not_found');
  const elsewhere = { roomId: hidden.room.id, clientUniqueId: 'b', name: 'Ann' };
  await refused(owner.createParticipant({ spaceId, body: elsewhere }), 'not_found');
});

const enter = (body: Record<string, unknown>) =>
  lectern
    .client()
    .createParticipant({ spaceId: open.spaceId, body: body as unknown as Body<'createParticipant'> });

test('a refusal lists every field that is wrong', async () => {
  await refusedFields(enter({}), 'roomId', 'clientUniqueId');
  const bad = { roomId: 'x', clientUniqueId: {}, name: 'x'.repeat(101), role: [], fields: 'none' };
  await refusedFields(enter(bad), ...Object.keys(bad));
  const { owner, somebody, at } = open;
  const mute = { source: 'nose' } as unknown as Body<'muteParticipant'>;
  await refusedFields(owner.muteParticipant({ ...somebody, body: mute }), 'source');
  await refusedFields(owner.joinRoom({ ...at, body: { participantId: 'x' } }), 'participantId');
  const query = { limit: 0, offset: -1, order: 'up' } as unknown as Query<'listParticipants'>;
  await refusedFields(owner.listParticipants({ ...at, query }), 'limit', 'offset', 'order');
});

test('no request body causes a 5xx', async (t) => {
  const seed = seedOf(t);
  const send = async (path: string, good: Record<string, unknown>, statuses: number[]) => {
    for (const body of oddBodies(good, { seed, count: 14 })) {
      const text = JSON.stringify(body);
      const request = { token: lectern.owner.personalToken, type: 'application/json', body: text };
      const answer = await sendRaw(lectern.url, { ...request, path: `/v1/spaces/${open.spaceId}${path}` });
      assert.ok(statuses.includes(answer.status), `${seed} ${text} ${answer.text}`);
    }
  };
  const good = {
    roomId: open.room.id,
    clientUniqueId: 'b',
    name: 'Ann',
    role: 'user',
    fields: { email: 'ann@example.org', phone: '112' },
  };
  await send('/participants', good, [201, 404, 422]);
  const { participantId } = open.somebody;
  await send(`/participants/${participantId}/mute`, { source: 'camera' }, [409, 422]);
  await send(`/rooms/${open.room.id}/join`, { participantId }, [403, 404, 422]);
});

test('odd headers cause no 5xx, and nothing secret of the referrer is stored', async () => {
  const headers = {
    referer: 'https://lms.example.org/course?accessToken=secret&utm_source=a%00b%F0%9F%98%80&utm_term=%ff',
    'user-agent': 'x'.repeat(5000),
  };
  const body = JSON.stringify({ roomId: open.room.id, clientUniqueId: 'odd', name: 'Ann' });
  const path = `/v1/spaces/${open.spaceId}/participants`;
  for (const referer of [headers.referer, 'not an address', 'about:blank', `https://x/${'y'.repeat(4000)}`]) {
    const request = { path, type: 'application/json', body, headers: { ...headers, referer } };
    assert.equal((await sendRaw(lectern.url, request)).status, 201);
  }
});

test('a referral is an object of texts of at most 1,000 characters', async () => {
  const enter = (referral: unknown) =>
    lectern.client().createParticipant({
      spaceId: open.spaceId,
      body: { roomId: open.room.id, clientUniqueId: 'referred', name: 'Ann', referral: referral as never },
    });
  await refusedFields(enter('https://lms.example.org'), 'referral');
  await refusedFields(enter({ referer: [7] }), 'referral.referer');
  await refusedFields(enter({ utmTerm: 'x'.repeat(1001) }), 'referral.utmTerm');
  await refusedFields(enter({ utmSource: 'a\0b' }), 'referral.utmSource');
  await enter({ utmTerm: '😀'.repeat(1000), more: 'ignored' });
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type CredentialKind, credentialKinds, mayByKind } from '../../../contract/permissions.ts';
import type { Answer } from '../../../contract/routes.ts';
import { methodAndPath, type Operation, routes } from '../../../contract/routes.ts';
import { furnishChat } from '../../testing/chat.ts';
import { type Lectern, startLectern } from '../../testing/lectern.ts';
import { makePlace, makeUser, type Place, tokenIn } from '../../testing/place.ts';
import { sendRaw } from '../../testing/raw.ts';

type Kind = CredentialKind | 'anybody';
const kinds: Kind[] = ['anybody', ...(Object.keys(credentialKinds) as CredentialKind[])];

let lectern: Lectern;
before(async () => {
  lectern = await startLectern();
});
after(() => lectern?.remove());

interface Stage {
  place: Place;
  linkId: string;
  tokenId: string;
  participantId: string;
  /** By the names of path parameters. */
  chat: Record<string, string>;
  token: string | undefined;
}

/** A public room in which somebody with this credential is a participant; by link, session or in the chat a moderator. */
async function stageFor(kind: Kind): Promise<Stage> {
  const place = await makePlace(lectern, { type: 'webinar' });
  const { spaceId, room, at, owner } = place;
  const link = await owner.generateAccess({ ...at, body: { username: 'Ann', role: 'moderator' } });
  const opened = await lectern
    .client()
    .openAccessLink({ body: { accessToken: tokenIn(link.url), clientUniqueId: 'browser' } });
  const { id: tokenId } = await owner.createPersonalToken({ body: { name: 'to be deleted' } });
  const chat = await furnishChat(lectern, place);
  const tokens: Partial<Record<Kind, string>> = {
    ...chat.tokens,
    client: lectern.owner.clientToken,
    user: lectern.owner.userToken,
    personal: lectern.owner.personalToken,
    link: opened.access_token,
  };
  const enterer = lectern.client(kind === 'participant' ? tokens.link : tokens[kind]);
  const body = { roomId: room.id, clientUniqueId: 'browser', name: 'Ann' };
  const entered: Answer<'createParticipant'> = await enterer.createParticipant({ spaceId, body });
  const token = kind === 'participant' ? entered.access_token : tokens[kind];
  await lectern.client(entered.access_token).joinChannel({ body: { id: room.channelId } });
  return { place, linkId: link.id, tokenId, participantId: entered.id, chat: chat.ids, token };
}

function bodyFor(operation: Operation, { place, participantId }: Stage): unknown {
  if (operation === 'createParticipant') {
    return { roomId: place.room.id, clientUniqueId: 'browser', name: 'Ann' };
  }
  return operation === 'joinRoom' ? { participantId } : {};
}

/** Does the operation get past who may do it? What it thinks of the body is another matter. */
async function isAdmitted(operation: Operation, stage: Stage): Promise<boolean> {
  const { place, token } = stage;
  const needsWebhook = operation.endsWith('Webhook') && operation !== 'createWebhook';
  const webhook = { ...place.at, body: { url: lectern.url } };
  if (needsWebhook) await place.owner.createWebhook(webhook).catch(() => undefined);
  const { method, path } = methodAndPath(operation);
  const { linkId, tokenId, participantId, chat } = stage;
  const own = { linkId, tokenId, participantId, alias: place.room.alias };
  const values: Record<string, string> = { ...place.at, ...own, ...chat };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '');
  const queries: Partial<Record<Operation, string>> = {
    analyticsCalls: `?roomId=${place.room.id}&date=2026-01-01T00:00:00Z`,
    listPolls: `?channelId=${place.room.channelId}`,
  };
  const sent = method === 'POST' || method === 'PUT';
  const { status, text } = await sendRaw(lectern.url, {
    method,
    path: filled + (queries[operation] ?? ''),
    ...(token !== undefined && { token }),
    ...(sent && { type: 'application/json', body: JSON.stringify(bodyFor(operation, stage)) }),
  });
  assert.ok(status < 500, `${operation}: ${text}`);
  return ![401, 403, 404].includes(status);
}

test('who has no part in a private group hears of none of its paths, whatever the credential and the method', async () => {
  const { spaceId, room, owner, at } = await makePlace(lectern, { isPublic: false }, { isPublic: false });
  const link = await owner.generateAccess({ ...at, body: { username: 'Ann', role: 'user' } });
  const opened = await lectern
    .client()
    .openAccessLink({ body: { accessToken: tokenIn(link.url), clientUniqueId: 'browser' } });
  const entered = await lectern
    .client(opened.access_token)
    .createParticipant({ spaceId, body: { roomId: room.id, clientUniqueId: 'browser' } });
  const values: Record<string, string> = {
    ...{ spaceId, roomId: room.id, alias: room.alias },
    ...{ linkId: link.id, participantId: entered.id },
  };
  const stranger = await makeUser(lectern, 'somebody-else');
  const personal = await stranger.api.createPersonalToken({ body: { name: 'any' } });
  const elsewhere = await stageFor('link');
  const elsewhereToo = await stageFor('participant');
  const tokens = [
    lectern.owner.clientToken,
    stranger.token,
    personal.token,
    elsewhere.token,
    elsewhereToo.token,
  ];
  for (const operation of Object.keys(routes) as Operation[]) {
    const { method, path } = methodAndPath(operation);
    if (!/:(spaceId|alias)/.test(path)) continue;
    const filled = path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '');
    for (const token of tokens) {
      for (const by of [method, 'PATCH']) {
        const { status } = await sendRaw(lectern.url, { method: by, path: filled, ...(token && { token }) });
        assert.equal(status, 404, `${operation} by ${by} and ${token?.slice(0, 4)}`);
      }
    }
  }
});

test('every operation admits the credentials that the documentation names, and no other', async () => {
  for (const kind of kinds) {
    let stage = await stageFor(kind);
    for (const operation of Object.keys(routes) as Operation[]) {
      const expected = mayByKind(operation, kind);
      assert.equal(await isAdmitted(operation, stage), expected, `${operation} by ${kind}`);
      if (methodAndPath(operation).method === 'DELETE') stage = await stageFor(kind);
    }
  }
});

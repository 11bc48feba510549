import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ErrorCode, errors } from '../../../contract/errors.ts';
import { methodAndPath, type Operation, routes } from '../../../contract/routes.ts';
import { furnishChat } from '../../testing/chat.ts';
import { createChance, oddBodyFor, oddHeaders, oddPathPart, oddValues } from '../../testing/fuzz.ts';
import { type Lectern, startLectern } from '../../testing/lectern.ts';
import { makePlace, tokenIn } from '../../testing/place.ts';
import { type RawAnswer, type RawRequest, sendRaw } from '../../testing/raw.ts';
import { furnishRecord } from '../../testing/records.ts';

const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
const requestsEach = Number(process.env.FUZZ_REQUESTS ?? 24);

let lectern: Lectern;
before(async () => {
  lectern = await startLectern();
});
after(() => lectern?.remove());

interface Stage {
  /** By the names of path parameters. */
  ids: Record<string, string>;
  tokens: (string | undefined)[];
}

/** A room with somebody in it by a link, and every kind of credential. */
async function makeStage(chance: () => number): Promise<Stage> {
  const isPublic = chance() < 0.5;
  const place = await makePlace(lectern, { isPublic }, { isPublic });
  const { owner, spaceId, room, at } = place;
  const link = await owner.generateAccess({ ...at, body: { username: 'Ann', role: 'moderator' } });
  const opened = await lectern
    .client()
    .openAccessLink({ body: { accessToken: tokenIn(link.url), clientUniqueId: 'browser' } });
  const entered = await lectern
    .client(opened.access_token)
    .createParticipant({ spaceId, body: { roomId: room.id, clientUniqueId: 'browser' } });
  const token = await owner.createPersonalToken({ body: { name: 'to be deleted' } });
  const invite = await owner.createInvite({ spaceId, body: { role: 'role_space_user' } });
  const targetUserId = (await owner.getOwnUser()).id;
  await owner.createWebhook({ spaceId, body: { url: lectern.url } });
  const { personalToken, userToken, clientToken } = lectern.owner;
  const chat = await furnishChat(lectern, place);
  const { channelId, appId, pollId } = chat.ids;
  await lectern.client(entered.access_token).joinChannel({ body: { id: channelId } });
  return {
    ids: {
      ...at,
      ...(await furnishRecord(lectern, place)),
      alias: room.alias,
      linkId: link.id,
      participantId: entered.id,
      tokenId: token.id,
      inviteId: invite.id,
      targetUserId,
      externalUserId: 'somebody',
      ...chat.ids,
      // As bodies name them.
      ...{ id: channelId, app_id: appId, poll_id: pollId },
    },
    // The owner's comes most often: it gets furthest.
    tokens: [
      ...[personalToken, personalToken, personalToken, userToken, clientToken],
      ...[chat.tokens.chat, chat.tokens.chat, chat.tokens.chat, chat.tokens.application],
      ...[
        opened.access_token,
        entered.access_token,
        token.token,
        undefined,
        'lls_AAAA',
        `lpt_${'A'.repeat(43)}`,
      ],
    ],
  };
}

function makeRequest(operation: Operation, stage: Stage, chance: () => number): RawRequest {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(chance() * from.length)] as T;
  const known = methodAndPath(operation);
  const method =
    chance() < 0.85 ? known.method : pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
  const filled = known.path.replace(/:(\w+)/g, (_, name: string) =>
    chance() < 0.85 ? (stage.ids[name] ?? '') : oddPathPart(chance),
  );
  const definition = routes[operation];
  const query = new URLSearchParams();
  const names = 'query' in definition ? Object.keys(definition.query.properties) : ['limit', '__proto__'];
  for (const name of names) {
    if (stage.ids[name] !== undefined && chance() < 0.7) query.set(name, stage.ids[name]);
    else if (name === 'date' && chance() < 0.7) query.set(name, pick(oddDates));
    else if (chance() < 0.3) query.append(name, pick(oddTexts));
    if (chance() < 0.05) query.append(name, 'again');
  }
  const token = pick(stage.tokens);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return {
    method,
    path: `${filled}${chance() < 0.1 ? '/' : ''}${query.size > 0 ? `?${query}` : ''}`,
    headers: oddHeaders(chance),
    ...(token !== undefined && { token }),
    ...(hasBody &&
      oddBodyFor('body' in definition ? definition.body : undefined, { ids: stage.ids, chance })),
  };
}

const oddTexts = oddValues.filter((value) => typeof value !== 'object').map(String);

const oddDates = [
  '2026-11-21T12:00:00Z',
  '2026-11-21T12:00:00.123456789+14:00',
  '0000-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
  '2016-12-31T23:59:60Z',
  '2026-02-29T00:00:00Z',
  '+275760-09-13T00:00:00Z',
];

/** Every refusal has the shape that the contract promises, and shows nothing of our insides. */
function checkAnswer(operation: Operation, request: RawRequest, answer: RawAnswer): void {
  const { status, headers, text, body } = answer;
  const told = `${operation} ${request.method} ${request.path.slice(0, 300)} (FUZZ_SEED=${seed}): ${status} ${text.slice(0, 500)}`;
  assert.ok(status < 500, `${told}\n${JSON.stringify(request).slice(0, 2000)}`);
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f]{24}$/, told);
  assert.doesNotMatch(text, /node_modules|\.ts:\d|\n +at /, told);
  if (status < 400 || request.method === 'HEAD') return;
  assert.match(headers.get('content-type') ?? '', /^application\/json/, told);
  if (typeof body.error === 'string') {
    assert.equal(typeof body.error_description, 'string', told);
    return;
  }
  assert.equal(errors[body.code as ErrorCode]?.status, status, told);
  assert.equal(typeof body.message, 'string', told);
  const details = (body.details ?? []) as { path: unknown; message: unknown }[];
  for (const { path, message } of details) {
    assert.equal(typeof path, 'string', told);
    assert.equal(typeof message, 'string', told);
  }
}

test('no input makes the server fail, and every refusal has its shape', async () => {
  const chance = createChance(seed);
  const faults: string[] = [];
  for (const operation of Object.keys(routes) as Operation[]) {
    let stage = await makeStage(chance);
    for (let sent = 0; sent < requestsEach; sent += 1) {
      const request = makeRequest(operation, stage, chance);
      const answer = await sendRaw(lectern.url, request);
      try {
        checkAnswer(operation, request, answer);
      } catch (error) {
        faults.push((error as Error).message);
      }
      // What was asked for may be gone now.
      if (answer.status < 300 && request.method === 'DELETE') stage = await makeStage(chance);
    }
  }
  assert.deepEqual(faults, []);
});

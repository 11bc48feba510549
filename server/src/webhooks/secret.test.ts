import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifyWebhook } from '../../../contract/client/index.ts';
import { type RawRequest, sendRaw } from '../../testing/raw.ts';
import { refusedFields } from '../../testing/refused.ts';
import {
  headerSignatures,
  startWebhookServer,
  type WebhookGroup,
  type WebhookServer,
} from './testing/webhook-server.ts';
import { forgetPreviousSecrets } from './webhooks.ts';

let stage: WebhookServer;
before(async () => {
  stage = await startWebhookServer();
});
after(() => stage?.remove());

/** Announces an event and returns what the receiver gets. */
async function next(told: WebhookGroup) {
  await told.ended(await told.tell('call_started'));
  const got = told.received().at(-1);
  assert.ok(got);
  return got;
}

async function signedBy(told: WebhookGroup, present: string, ...before: string[]): Promise<void> {
  const got = await next(told);
  await verifyWebhook(got.body, present);
  for (const old of before) await assert.rejects(verifyWebhook(got.body, old));
  assert.equal(got.headers['webhook-signature'], headerSignatures(got, present, ...before));
}

const untilOf = async ({ owner, spaceId }: WebhookGroup) =>
  (await owner.getWebhook({ spaceId })).previousSecretUntil;

const overlapEnds = () =>
  stage
    .database()
    .db.updateTable('webhooks')
    .set({ previous_secret_until: new Date(Date.now() - 1) })
    .execute();

test('while two secrets overlap, both sign the header and the new one signs the body', async () => {
  const told = await stage.group();
  const { owner, spaceId, secret: first } = told;
  await signedBy(told, first);
  assert.equal(await untilOf(told), null);
  const asked = Date.now();
  const second = await owner.refreshSecretWebhook({ spaceId, body: { overlapSeconds: 86_400 } });
  const until = Date.parse(second.previousSecretUntil ?? '');
  assert.ok(until >= asked + 86_399_000 && until <= Date.now() + 86_401_000);
  assert.equal(await untilOf(told), second.previousSecretUntil);
  await signedBy(told, second.secret, first);
  // After another refresh during an overlap the last two are valid, and no third.
  const third = await owner.refreshSecretWebhook({ spaceId, body: { overlapSeconds: 600 } });
  await signedBy(told, third.secret, second.secret);
  await overlapEnds();
  assert.equal(await untilOf(told), null);
  await signedBy(told, third.secret);
});

test('without an overlap the old secret ends at once, even during an earlier overlap', async () => {
  const told = await stage.group();
  const { owner, spaceId } = told;
  const bodies = [undefined, { overlapSeconds: 0 }, { overlapSeconds: 1000 }, {}];
  for (const body of bodies) {
    const { secret, previousSecretUntil } = await owner.refreshSecretWebhook({
      spaceId,
      ...(body && { body }),
    });
    if (body?.overlapSeconds) continue;
    assert.equal(previousSecretUntil, null);
    await signedBy(told, secret);
  }
});

test('as in the interface: no body, and no content type', async () => {
  const told = await stage.group();
  const token = stage.lectern.owner.personalToken;
  const path = `/v1/spaces/${told.spaceId}/webhook/refresh-secret`;
  const requests: Partial<RawRequest>[] = [
    {},
    { type: 'text/plain' },
    { type: 'application/json', body: '' },
    { type: 'text/plain', body: '{}' },
    { type: 'text/plain', body: '{"overlapSeconds":60}' },
    { type: 'application/json', body: '{"overlapSeconds":null,"more":1}' },
  ];
  for (const request of requests) {
    const answer = await sendRaw(stage.lectern.url, { method: 'PUT', path, token, ...request });
    assert.equal(answer.status, 200, answer.text);
    assert.match(String(answer.body.secret), /^[A-Za-z0-9]{32}$/);
  }
  for (const overlapSeconds of [-1, 86_401, 1.5, 'x', true, [], {}]) {
    const body = { overlapSeconds: overlapSeconds as number };
    await refusedFields(told.owner.refreshSecretWebhook({ spaceId: told.spaceId, body }), 'overlapSeconds');
  }
});

test('a secret is deleted after its overlap', async () => {
  const { db } = stage.database();
  const kept = () =>
    db.selectFrom('webhooks').select('previous_secret').where('previous_secret', 'is not', null).execute();
  await overlapEnds();
  const told = await stage.group();
  await told.owner.refreshSecretWebhook({ spaceId: told.spaceId, body: { overlapSeconds: 600 } });
  await forgetPreviousSecrets(db);
  assert.equal((await kept()).length, 1);
  await overlapEnds();
  await forgetPreviousSecrets(db);
  assert.deepEqual(await kept(), []);
});

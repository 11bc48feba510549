import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup, makeUser } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { refused } from '../../testing/refused.ts';
import { Keyring } from '../platform/crypto.ts';
import { newId } from '../platform/ids.ts';
import { openSecret, reencryptServerSecrets, sealSecret } from './secret.ts';

let lectern: InProcess;
before(async () => {
  lectern = await startInProcess();
});
after(() => lectern?.remove());

test('the owner of a group makes, reads, turns off and deletes its API; the secret is shown once', async () => {
  const { owner, spaceId } = await makeGroup(lectern);
  await refused(owner.getBigBlueButton({ spaceId }), 'not_found');
  const made = await owner.createBigBlueButton({ spaceId });
  assert.match(made.secret, /^[A-Za-z0-9]{64}$/);
  assert.equal(made.url, `${lectern.url}/bbb/${spaceId}/bigbluebutton/`);
  assert.equal(made.isActive, true);
  await refused(owner.createBigBlueButton({ spaceId }), 'bigbluebutton_exists');
  const read = await owner.getBigBlueButton({ spaceId });
  const { url, isActive, createdAt } = made;
  assert.deepEqual(read, { url, isActive, createdAt, secretChangedAt: createdAt, lastRequestAt: null });
  const off = await owner.updateBigBlueButton({ spaceId, body: { isActive: false } });
  assert.deepEqual(off, { ...read, isActive: false });
  assert.deepEqual(await owner.updateBigBlueButton({ spaceId, body: {} }), off);
  await owner.deleteBigBlueButton({ spaceId });
  await refused(owner.getBigBlueButton({ spaceId }), 'not_found');
  await refused(owner.deleteBigBlueButton({ spaceId }), 'not_found');
  await refused(owner.updateBigBlueButton({ spaceId, body: { isActive: true } }), 'not_found');
  await refused(owner.refreshSecretBigBlueButton({ spaceId }), 'not_found');
});

test('twenty requests at once make one API', async () => {
  const { owner, spaceId } = await makeGroup(lectern);
  const made = await Promise.allSettled(
    Array.from({ length: 20 }, () => owner.createBigBlueButton({ spaceId })),
  );
  assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('a new secret replaces the old one, which is kept encrypted for the overlap alone', async () => {
  const { owner, spaceId } = await makeGroup(lectern);
  const { secret } = await owner.createBigBlueButton({ spaceId, body: { isActive: false } });
  const again = await owner.refreshSecretBigBlueButton({ spaceId, body: { overlapSeconds: 600 } });
  assert.notEqual(again.secret, secret);
  assert.equal(again.isActive, false);
  const { db, close } = await databaseOf(lectern);
  const stored = () =>
    db.selectFrom('bbb_servers').selectAll().where('space_id', '=', spaceId).executeTakeFirstOrThrow();
  const overlapping = await stored();
  assert.ok(overlapping.previous_secret);
  for (const sealed of [overlapping.secret, overlapping.previous_secret]) {
    assert.ok(!sealed.includes(secret) && !sealed.includes(again.secret));
  }
  await owner.refreshSecretBigBlueButton({ spaceId });
  const { previous_secret, previous_secret_until } = await stored();
  assert.deepEqual(
    { previous_secret, previous_secret_until },
    { previous_secret: null, previous_secret_until: null },
  );
  await close();
});

test('secrets of an older key are encrypted again with the newest one', async () => {
  const { owner, spaceId } = await makeGroup(lectern);
  await owner.createBigBlueButton({ spaceId });
  const [older, newer] = ['o'.repeat(32), 'n'.repeat(32)];
  const { db, close } = await databaseOf(lectern);
  const set = { secret: sealSecret(new Keyring([older]), 'the secret') };
  await db.updateTable('bbb_servers').set(set).where('space_id', '=', spaceId).execute();
  await reencryptServerSecrets(db, new Keyring([newer, older]));
  const { secret } = await db
    .selectFrom('bbb_servers')
    .select('secret')
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow();
  assert.equal(openSecret(new Keyring([newer]), secret), 'the secret');
  await close();
});

test('others than the owner are refused, and so is a plan without webhooks', async () => {
  const { owner, spaceId } = await makeGroup(lectern);
  await owner.createBigBlueButton({ spaceId });
  const stranger = await makeUser(lectern, 'bbb.stranger');
  const { token } = await stranger.api.createPersonalToken({ body: { name: 't' } });
  for (const [client, code] of [
    [lectern.client(), 'unauthorized'],
    [lectern.client(token), 'forbidden'],
    [lectern.client(lectern.owner.userToken), 'forbidden'],
  ] as const) {
    for (const request of [
      () => client.createBigBlueButton({ spaceId }),
      () => client.getBigBlueButton({ spaceId }),
      () => client.updateBigBlueButton({ spaceId, body: { isActive: false } }),
      () => client.refreshSecretBigBlueButton({ spaceId }),
      () => client.deleteBigBlueButton({ spaceId }),
    ])
      await refused(request(), code);
  }
  await refused(owner.getBigBlueButton({ spaceId: newId() }), 'not_found');
  const poor = lectern.client(token);
  const { db, close } = await databaseOf(lectern);
  await db.updateTable('users').set({ plan: 'free' }).where('id', '=', stranger.id).execute();
  const own = await poor.createSpace({ body: { name: 'Free' } });
  await refused(poor.createBigBlueButton({ spaceId: own.id }), 'plan_required');
  await close();
});

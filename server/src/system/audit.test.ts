import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditedOperations } from '../../../contract/audit/audited.ts';
import type { Operation } from '../../../contract/routes.ts';
import { type Database, databaseOf } from '../../testing/database.ts';
import { makeGroup, makeUser, type TestGroup, type TestUser } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { openBrowser } from '../../testing/people/browser.ts';
import { insertEndedRecord } from '../../testing/records/records.ts';
import { insertTranscript } from '../../testing/records/transcripts.ts';
import { refused } from '../../testing/refused.ts';
import { createUpload } from '../../testing/uploads.ts';
import { FakeSpeechEngine, FakeVoiceCutter } from '../engines/speech/testing/fake.ts';
import { newId } from '../platform/ids.ts';

let lectern: InProcess;
let database: Database;
let group: TestGroup;
let member: TestUser;
/** Values that no entry may contain. */
const secrets: string[] = [];
before(async () => {
  const [speech, cutter] = [new FakeSpeechEngine(), new FakeVoiceCutter()];
  speech.script = () => 'hang';
  lectern = await startInProcess({}, { speech, cutter });
  database = await databaseOf(lectern);
  // Notes each changed row of any table with its transaction.
  await database.pool.query(`
    CREATE TABLE seen_changes (xid text, name text);
    CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO seen_changes VALUES (pg_current_xact_id()::text, TG_TABLE_NAME); RETURN NULL; END $$;
    DO $$ DECLARE t text; BEGIN
      FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'seen_changes' LOOP
        EXECUTE format('CREATE TRIGGER seen AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION note_change()', t);
      END LOOP;
    END $$`);
  group = await makeGroup(lectern);
  member = await newMember('moderator');
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

let users = 0;
const newUser = () => {
  users += 1;
  return makeUser(lectern, `user-${users}`);
};

async function newMember(role: 'moderator' | 'user', { owner, spaceId } = group): Promise<TestUser> {
  const user = await newUser();
  const { id: inviteId } = await owner.createInvite({ spaceId, body: { role: `role_space_${role}` } });
  secrets.push(inviteId, user.token, user.password);
  await user.api.activateInvite({ spaceId, inviteId });
  return user;
}

interface Row {
  action: string;
  kind: string;
  actor: string;
  userId: string | null;
  spaceId: string | null;
  objectId: string | null;
  address: string | null;
  xid: string;
}

async function entriesOf(action: string): Promise<Row[]> {
  const { rows } = await database.pool.query<Row>(
    `SELECT action, kind, actor, user_id AS "userId", space_id AS "spaceId", object_id AS "objectId", address,
      xmin::text AS xid FROM audit_entries WHERE action = $1 ORDER BY id`,
    [action],
  );
  return rows;
}

async function tablesChangedIn({ xid }: Row): Promise<string[]> {
  const found = await database.pool.query('SELECT DISTINCT name FROM seen_changes WHERE xid = $1', [xid]);
  return found.rows.map(({ name }) => name);
}

const url = 'http://127.0.0.1:9/hook';
const inSpace = () => ({ spaceId: group.spaceId });
const newRoom = () => group.owner.createRoom({ ...inSpace(), body: { name: 'Room' } });
const newPlayback = async () => {
  const body = { name: 'Webinar', type: 'conference' } as const;
  const { id: playbackId } = await group.owner.createPlayback({ ...inSpace(), body });
  return { ...inSpace(), playbackId };
};
const newEvent = async () => {
  const { playbackId } = await newPlayback();
  const body = { playbackId, startDate: '2099-12-01T00:00:00Z' };
  const { id: playbackEventId } = await group.owner.createPlaybackEvent({ ...inSpace(), body });
  return { ...inSpace(), playbackEventId };
};
const newSpace = async () => (await group.owner.createSpace({ body: { name: 'Another' } })).id;
const newRecord = async () => {
  const { recordId } = await insertEndedRecord(lectern, group, 'finished');
  return { ...group.at, recordId };
};
const newRecordLink = async () => {
  const at = await newRecord();
  const link = await group.owner.createRecordLink({ ...at, body: {} });
  secrets.push(link.url.split('#').at(-1) ?? '');
  return { at, recordLinkId: link.id };
};
const newTranscript = async () => {
  const at = await newRecord();
  const participantId = newId();
  const [segmentId = ''] = await insertTranscript(database.db, at.recordId, [{ participantId }]);
  return { ...at, segmentId, participantId };
};
const newWebhook = async () => {
  const { id: webhookId, secret } = await group.owner.addWebhook({ ...inSpace(), body: { url } });
  secrets.push(secret);
  return { ...inSpace(), webhookId };
};
const newToken = async () => {
  const { id: spaceTokenId, token } = await group.owner.createSpaceToken({
    ...inSpace(),
    body: { name: 'Moodle' },
  });
  secrets.push(token);
  return { ...inSpace(), spaceTokenId };
};
const newAsset = async () => {
  const by = { url: lectern.url, token: lectern.owner.personalToken };
  return { ...inSpace(), assetId: (await createUpload(by, { ...inSpace(), size: 100 })).id };
};
async function signedIn({ email, password }: TestUser) {
  const browser = openBrowser(lectern.url);
  await browser.api.createSession({ body: { email, password } });
  return browser.api;
}
const roleOf = async (userId: string, roomId = group.room.id) => {
  const body = { targetUserId: userId, role: 'role_room_moderator' } as const;
  await group.owner.grantRole({ ...inSpace(), roomId, body });
  return { ...inSpace(), roomId, userId };
};

/** How each operation is called, and a table that it changes; null: it has nothing to change here. */
const acts: Partial<Record<Operation, [table: string | null, act: () => Promise<unknown>]>> = {
  createSpace: ['spaces', newSpace],
  updateSpace: ['spaces', () => group.owner.updateSpace({ ...inSpace(), body: { name: 'Renamed' } })],
  transferSpace: [
    'spaces',
    async () => {
      const other = await makeGroup(lectern);
      const { id: userId } = await newMember('user', other);
      return other.owner.transferSpace({ spaceId: other.spaceId, body: { userId } });
    },
  ],
  deleteSpace: ['spaces', async () => group.owner.deleteSpace({ spaceId: await newSpace() })],
  createPersonalToken: [
    'personal_tokens',
    async () => secrets.push((await member.api.createPersonalToken({ body: { name: 'Mine' } })).token),
  ],
  deletePersonalToken: [
    'personal_tokens',
    async () => {
      const { id: tokenId } = await member.api.createPersonalToken({ body: { name: 'Mine' } });
      await member.api.deletePersonalToken({ tokenId });
    },
  ],
  createSpaceToken: ['personal_tokens', newToken],
  deleteSpaceToken: ['personal_tokens', async () => group.owner.deleteSpaceToken(await newToken())],
  createUser: ['users', newUser],
  updateOwnUser: ['users', () => member.api.updateOwnUser({ body: { username: 'Another name' } })],
  deleteOwnUser: [
    'users',
    async () => {
      const { api, password } = await newUser();
      await api.deleteOwnUser({ body: { currentPassword: password } });
    },
  ],
  changePassword: [
    'users',
    async () => {
      const { api, password: currentPassword } = await newUser();
      const password = 'another good password';
      secrets.push(password);
      await api.changePassword({ body: { currentPassword, password } });
    },
  ],
  unlinkIdentity: [null, () => member.api.unlinkIdentity()],
  endSession: [
    'token_families',
    async () => {
      const [api] = [await signedIn(member), await signedIn(member)];
      const other = (await api.listSessions()).items.find(({ isCurrent }) => !isCurrent);
      await api.endSession({ sessionId: other?.id ?? '' });
    },
  ],
  endOtherSessions: [
    'token_families',
    async () => {
      const [api] = [await signedIn(member), await signedIn(member)];
      await api.endOtherSessions();
    },
  ],
  refreshClientSecret: [
    'users',
    async () => {
      const { clientId, clientSecret } = await (await newUser()).api.refreshClientSecret({ body: {} });
      secrets.push(clientId, clientSecret);
    },
  ],
  createRoom: ['rooms', newRoom],
  updateRoom: ['rooms', () => group.owner.updateRoom({ ...group.at, body: { name: 'Renamed' } })],
  deleteRoom: ['rooms', async () => group.owner.deleteRoom({ ...inSpace(), roomId: (await newRoom()).id })],
  createPlayback: ['playbacks', newPlayback],
  updatePlayback: [
    'rooms',
    async () => group.owner.updatePlayback({ ...(await newPlayback()), body: { name: 'Renamed' } }),
  ],
  deletePlayback: ['playbacks', async () => group.owner.deletePlayback(await newPlayback())],
  createPlaybackEvent: ['playback_events', newEvent],
  updatePlaybackEvent: [
    'playback_events',
    async () => group.owner.updatePlaybackEvent({ ...(await newEvent()), body: { name: 'Renamed' } }),
  ],
  deletePlaybackEvent: ['playback_events', async () => group.owner.deletePlaybackEvent(await newEvent())],
  updateTimeline: [
    'timeline_items',
    async () => {
      const items = [{ type: 'message', at: 8, author: 'Mo', text: 'Hello' } as const];
      await group.owner.updateTimeline({ ...(await newPlayback()), body: { items } });
    },
  ],
  updateOriginalChat: [
    null,
    async () => group.owner.updateOriginalChat({ ...(await newPlayback()), body: { items: [] } }),
  ],
  updateMember: [
    'space_members',
    async () => {
      const { id: userId } = await newMember('user');
      await group.owner.updateMember({ ...inSpace(), userId, body: { role: 'role_space_moderator' } });
    },
  ],
  removeMember: [
    'space_members',
    async () => group.owner.removeMember({ ...inSpace(), userId: (await newMember('user')).id }),
  ],
  createInvite: ['invites', () => newMember('user')],
  activateInvite: ['invites', () => newMember('user')],
  revokeInvite: [
    'invites',
    async () => {
      const { id: inviteId } = await group.owner.createInvite({
        ...inSpace(),
        body: { role: 'role_space_user' },
      });
      secrets.push(inviteId);
      await group.owner.revokeInvite({ ...inSpace(), inviteId });
    },
  ],
  grantRole: ['room_roles', () => roleOf(member.id)],
  removeRole: [
    'room_roles',
    async () => group.owner.removeRole(await roleOf(member.id, (await newRoom()).id)),
  ],
  erasePerson: [
    'access_links',
    async () => {
      const externalUserId = 'student-of-a-secret-school';
      secrets.push(externalUserId);
      const body = { username: 'Ann', role: 'user', externalUserId } as const;
      await group.owner.generateAccess({ ...group.at, body });
      await group.owner.erasePerson({ externalUserId });
    },
  ],
  updateRecord: [
    'records',
    async () => group.owner.updateRecord({ ...(await newRecord()), body: { name: 'Renamed' } }),
  ],
  deleteRecord: ['records', async () => group.owner.deleteRecord(await newRecord())],
  createRecordLink: ['record_links', newRecordLink],
  revokeRecordLink: [
    'record_links',
    async () => {
      const { at, recordLinkId } = await newRecordLink();
      await group.owner.revokeRecordLink({ ...at, recordLinkId });
    },
  ],
  requestTranscription: ['transcripts', async () => group.owner.requestTranscription(await newRecord())],
  deleteTranscription: ['transcripts', async () => group.owner.deleteTranscription(await newTranscript())],
  updateTranscriptionSegment: [
    'transcript_segments',
    async () => group.owner.updateTranscriptionSegment({ ...(await newTranscript()), body: { text: 'Hi' } }),
  ],
  updateTranscriptionSpeaker: [
    'transcript_segments',
    async () =>
      group.owner.updateTranscriptionSpeaker({ ...(await newTranscript()), body: { speaker: 'Bo' } }),
  ],
  updateAsset: [
    'assets',
    async () => group.owner.updateAsset({ ...(await newAsset()), body: { name: 'Renamed' } }),
  ],
  deleteAsset: ['assets', async () => group.owner.deleteAsset(await newAsset())],
  createWebhook: [
    'webhooks',
    async () => secrets.push((await group.owner.createWebhook({ ...inSpace(), body: { url } })).secret),
  ],
  updateWebhook: ['webhooks', () => group.owner.updateWebhook({ ...inSpace(), body: { isActive: false } })],
  refreshSecretWebhook: [
    'webhooks',
    async () => {
      await group.owner.createWebhook({ ...inSpace(), body: { url } });
      secrets.push((await group.owner.refreshSecretWebhook({ ...inSpace(), body: {} })).secret);
    },
  ],
  deleteWebhook: ['webhooks', () => group.owner.deleteWebhook(inSpace())],
  addWebhook: ['webhooks', newWebhook],
  updateWebhookById: [
    'webhooks',
    async () => group.owner.updateWebhookById({ ...(await newWebhook()), body: { isActive: false } }),
  ],
  refreshSecretWebhookById: [
    'webhooks',
    async () => group.owner.refreshSecretWebhookById({ ...(await newWebhook()), body: {} }),
  ],
  deleteWebhookById: ['webhooks', async () => group.owner.deleteWebhookById(await newWebhook())],
  createBigBlueButton: [
    'bbb_servers',
    async () => secrets.push((await group.owner.createBigBlueButton({ ...inSpace(), body: {} })).secret),
  ],
  updateBigBlueButton: [
    'bbb_servers',
    () => group.owner.updateBigBlueButton({ ...inSpace(), body: { isActive: false } }),
  ],
  deleteBigBlueButton: ['bbb_servers', () => group.owner.deleteBigBlueButton(inSpace())],
  refreshSecretBigBlueButton: [
    'bbb_servers',
    async () => {
      await group.owner.createBigBlueButton({ ...inSpace(), body: {} });
      secrets.push((await group.owner.refreshSecretBigBlueButton({ ...inSpace(), body: {} })).secret);
    },
  ],
  updateChatSettings: [
    'chat_applications',
    () => group.owner.updateChatSettings({ ...inSpace(), body: { displayHeader: false } }),
  ],
  createChatM2mToken: [
    'chat_applications',
    async () => secrets.push((await group.owner.createChatM2mToken(inSpace())).token),
  ],
};

/** Operations whose object has no id that an entry may contain. */
const withoutObject = new Set<Operation>([
  ...(['createInvite', 'activateInvite', 'revokeInvite', 'erasePerson', 'createChatM2mToken'] as const),
  ...(['updateOwnUser', 'deleteOwnUser', 'changePassword', 'unlinkIdentity', 'refreshClientSecret'] as const),
  ...(['endOtherSessions', 'createWebhook', 'updateWebhook', 'deleteWebhook'] as const),
  ...(['refreshSecretWebhook', 'updateChatSettings'] as const),
  ...(['createBigBlueButton', 'updateBigBlueButton', 'deleteBigBlueButton'] as const),
  'refreshSecretBigBlueButton',
]);

const tableOf = (name: string) => (name === 'spaces' ? 'all_spaces' : name);

test('each audited operation adds exactly one entry, in the transaction of its change', async (t) => {
  assert.deepEqual(Object.keys(acts).sort(), [...auditedOperations].sort());
  for (const operation of auditedOperations) {
    const [table = null, act] = acts[operation] ?? [];
    const before = (await entriesOf(operation)).length;
    await t.test(operation, async () => {
      await act?.();
      const added = (await entriesOf(operation)).slice(before);
      assert.equal(added.length, 1, 'one entry');
      const [entry] = added as [Row];
      const changed = await tablesChangedIn(entry);
      if (table) assert.ok(changed.includes(tableOf(table)), `only ${changed} in its transaction`);
      const isNamed = entry.objectId !== null || withoutObject.has(operation);
      assert.ok(isNamed, `no object: ${JSON.stringify(entry)}`);
    });
  }
});

test('no entry contains a secret, a password, an invitation or an id of the integrator', async () => {
  const { rows } = await database.pool.query('SELECT * FROM audit_entries');
  const all = JSON.stringify(rows);
  assert.ok(secrets.length > 15);
  for (const secret of secrets) assert.ok(secret.length > 8 && !all.includes(secret), secret);
});

test('a change whose entry cannot be written does not happen', async () => {
  const { owner } = group;
  const kept = await newToken();
  const room = await newRoom();
  const { webhookId } = await newWebhook();
  await database.pool.query(
    'ALTER TABLE audit_entries ADD CONSTRAINT refusing CHECK (space_id IS NULL) NOT VALID',
  );
  const failing = [
    owner.createRoom({ ...inSpace(), body: { name: 'Lost' } }),
    owner.deleteRoom({ ...inSpace(), roomId: room.id }),
    owner.deleteSpaceToken(kept),
    owner.updateWebhookById({ ...inSpace(), webhookId, body: { isActive: false } }),
    owner.createRoom({ ...inSpace(), body: { name: 'Lost' } }, { idempotencyKey: newId() }),
  ];
  const outcomes = await Promise.allSettled(failing);
  await database.pool.query('ALTER TABLE audit_entries DROP CONSTRAINT refusing');
  for (const { status } of outcomes) assert.equal(status, 'rejected');
  const { items: rooms } = await owner.listRooms(inSpace());
  assert.ok(rooms.some(({ id }) => id === room.id));
  assert.ok(rooms.every(({ name }) => name !== 'Lost'));
  const { items: tokens } = await owner.listSpaceTokens(inSpace());
  assert.ok(tokens.some(({ id }) => id === kept.spaceTokenId));
  assert.equal((await owner.getWebhookById({ ...inSpace(), webhookId })).isActive, true);
});

const countAll = async () =>
  Number((await database.pool.query('SELECT count(*) FROM audit_entries')).rows[0].count);

test('a repeated request with an Idempotency-Key adds no second entry', async () => {
  const idempotencyKey = newId();
  const create = (name: string) =>
    group.owner.createRoom({ ...inSpace(), body: { name } }, { idempotencyKey });
  const before = await countAll();
  const first = await create('Once');
  assert.equal((await create('Once')).id, first.id);
  assert.equal(await countAll(), before + 1);
  await refused(create('Twice'), 'idempotency_key_reused');
  assert.equal(await countAll(), before + 1);
  // This operation stores its key itself, and has effects after the commit.
  const { id: targetUserId } = await newUser();
  const started = await countAll();
  const body = { targetUserId, role: 'role_room_user' } as const;
  const key = newId();
  for (let time = 0; time < 2; time += 1) {
    await group.owner.grantRole({ ...group.at, body }, { idempotencyKey: key });
  }
  assert.equal(await countAll(), started + 1);
});

test('a refused request adds no entry', async () => {
  const { owner, spaceId, at } = group;
  const user = await newMember('user');
  await owner.createWebhook({ spaceId, body: { url } }).catch(() => undefined);
  const before = await countAll();
  await refused(owner.createWebhook({ spaceId, body: { url } }), 'webhook_exists');
  await refused(owner.updateRoom({ ...at, body: { name: 'x'.repeat(201) } }), 'validation_failed');
  await refused(owner.deleteRoom({ spaceId, roomId: newId() }), 'not_found');
  await refused(user.api.updateSpace({ spaceId, body: { name: 'Mine' } }), 'forbidden');
  const wrong = { currentPassword: 'a wrong password', password: 'another good password' };
  await refused(user.api.changePassword({ body: wrong }), 'validation_failed');
  await refused(owner.transferSpace({ spaceId, body: { userId: newId() } }), 'validation_failed');
  assert.equal(await countAll(), before);
});

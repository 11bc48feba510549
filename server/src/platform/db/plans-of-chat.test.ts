import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { large, small, TwoAccounts } from '../../../testing/data/two-accounts.ts';
import { publicChannels } from '../../chat/channels/rights.store.ts';
import { lockRoomChannel } from '../../chat/channels/store.ts';
import { usersAsParticipants, usersSeenBy } from '../../chat/people/store.ts';
import type { Db } from './db.ts';

const [machineUser, registeredUser] = ['1', '2'];
const people = 4000;

/** In the large group every room has a channel with a member, and all participants of its room are chat users. */
async function fillChat(db: Db): Promise<void> {
  await sql`
    INSERT INTO chat_channels (id, space_id, room_id, epoch, created_at)
    SELECT channel_id, space_id, id, 'epoch', now() FROM rooms`.execute(db);
  await sql`
    INSERT INTO chat_users (id, space_id, identity, kind, role, username, display_name, created_at)
    SELECT n, ${large.spaceId}, 'person:' || n, CASE n WHEN 1 THEN 'm2m' WHEN 2 THEN 'registered' ELSE 'participant' END,
      'user', 'Person', 'Person', now()
    FROM generate_series(1, ${people}::integer) n`.execute(db);
  await sql`
    INSERT INTO chat_user_participants (participant_id, user_id, name)
    SELECT id, 3 + row_number() OVER (ORDER BY id) % (${people}::integer - 3), name FROM participants`.execute(
    db,
  );
  await sql`
    INSERT INTO chat_members (channel_id, user_id, joined_at)
    SELECT channel_id, 3 + row_number() OVER (ORDER BY id) % (${people}::integer - 3), now() FROM rooms`.execute(
    db,
  );
}

let accounts: TwoAccounts;
before(async () => {
  accounts = await TwoAccounts.start(fillChat);
});
after(() => accounts?.remove());

test('looking up chat users does not read all rooms of the group', async () => {
  const ids = Array.from({ length: 100 }, (_, n) => String(n + 1));
  const { rows } = await sql<{ id: string }>`
    SELECT participant_id AS id FROM chat_user_participants WHERE user_id = ANY (${ids}::bigint[])
    ORDER BY participant_id LIMIT 100`.execute(accounts.db);
  const participantIds = rows.map(({ id }) => id);
  assert.equal(participantIds.length, 100);
  for (const userId of [machineUser, registeredUser, '5']) {
    const asking = { userId, spaceId: large.spaceId };
    await accounts.expectIndexes({
      [`by their ids, for ${userId}`]: (db) => usersSeenBy(db, asking, ids),
      [`by those of participants, for ${userId}`]: (db) => usersAsParticipants(db, asking, participantIds),
    });
  }
  const seen = await usersSeenBy(accounts.db, { userId: machineUser, spaceId: large.spaceId }, ids);
  assert.equal(seen.length, 99, 'a machine sees every user of a room');
});

test('the public rooms of a large group are not read for each of its people', async () => {
  await sql`UPDATE rooms SET flags = flags || '{"isChatAllowed": true}' WHERE space_id = ${large.spaceId}`.execute(
    accounts.db,
  );
  const { rows } = await sql<{ id: string }>`
    SELECT user_id AS id FROM chat_user_participants ORDER BY user_id LIMIT 1`.execute(accounts.db);
  const participant = await accounts.rowsReadBy((db) => publicChannels(db, { userId: rows[0]?.id ?? '' }));
  assert.ok(participant < 500, `${participant} rows for a participant`);
  for (const userId of [machineUser, registeredUser]) {
    const publics = await publicChannels(accounts.db, { userId });
    assert.equal(publics.length, 1000);
    const read = await accounts.rowsReadBy((db) => publicChannels(db, { userId }));
    assert.ok(read < 10_000, `${read} rows for 1,000 of user ${userId}`);
  }
});

test('the channel of a room is found by its index', () =>
  accounts.expectIndexes({ 'that a raised hand locks': (db) => lockRoomChannel(db, small.roomId) }));

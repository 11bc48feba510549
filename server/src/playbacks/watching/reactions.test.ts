import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { makeGroup } from '../../../testing/group.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import type { Entered } from '../../../testing/people/entering.ts';
import { SocketListener } from '../../../testing/people/listener.ts';
import { addPlayback, enterPlayback, type TestPlayback } from '../../../testing/playbacks.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { reactionsPerMinute } from '../../gestures/gestures.ts';
import { addSession, openInTable, type TestSession } from '../timeline/testing/sessions.ts';

let lectern: Lectern;
let database: Database;
let webinar: TestPlayback;
let session: TestSession;
const ends: (() => unknown)[] = [];

before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
});
beforeEach(async () => {
  webinar = await addPlayback(await makeGroup(lectern, { isPublic: false }), { isPublic: false });
  session = await addSession(database.db, webinar, { begunAgo: 10 });
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

type Viewer = Entered & { viewingId: string };

async function watch(
  settings: { username?: string; role?: 'user' | 'moderator' } = {},
  { kind = 'live' as 'live' | 'permanent', id: sessionId = session.id } = {},
): Promise<Viewer> {
  const entered = await enterPlayback(lectern, webinar, settings);
  const viewingId = await openInTable(database.db, { sessionId, participantId: entered.id, kind });
  return { ...entered, viewingId };
}
const join = async (viewer: Viewer): Promise<Viewer> => {
  await viewer.api.joinChannel({ body: { id: session.channelId } });
  return viewer;
};
const at = () => ({ spaceId: webinar.spaceId, playbackId: webinar.playback.id });
const react = ({ api, viewingId }: Viewer, emoji = '👏') =>
  api.sendViewingReaction({ ...at(), viewingId, body: { emoji: emoji as '👏' } });

test('viewers of a session see the counts of its reactions, and nobody is named', async () => {
  const [ann, bob] = [await join(await watch()), await join(await watch({ username: 'Bob' }))];
  const ear = await SocketListener.of(lectern, bob.api, session.channelId);
  ends.push(() => ear.close());
  await Promise.all([react(ann), react(ann), react(bob), react(ann, '🎉')]);
  const sums = () => {
    const all = ear.events('reactions').map(({ payload }) => payload.counts as Record<string, number>);
    return ['👏', '🎉'].map((emoji) => all.reduce((sum, counts) => sum + (counts[emoji] ?? 0), 0));
  };
  await waitUntil(() => sums().join() === '3,1', { timeout: 5_000, message: 'all four reactions' });
  for (const { payload, seq } of ear.events('reactions'))
    assert.deepEqual([payload.from, seq], [[], undefined]);
});

test('who may not write in the chat of the session does not react, moderators apart', async () => {
  const ann = await watch();
  await refused(react(ann), 'not_joined');
  await join(ann);
  const moderator = await join(await watch({ username: 'Mo', role: 'moderator' }));
  await moderator.api.updateChannelSettings({ channelId: session.channelId, body: { isChatAllowed: false } });
  await refused(react(ann), 'chat_off');
  await react(moderator);
  await moderator.api.updateChannelSettings({ channelId: session.channelId, body: { isChatAllowed: true } });
  const { user } = await ann.api.getInitial();
  await moderator.api.muteChatUser({ channelId: session.channelId, body: { userId: user.id } });
  await refused(react(ann), 'muted');
});

test('only viewers of a live session that runs react, each by their own viewing', async () => {
  const [ann, bob] = [await join(await watch()), await join(await watch({ username: 'Bob' }))];
  await refused(react({ ...bob, viewingId: ann.viewingId }), 'not_found');
  await refusedFields(react(ann, '<b>'), 'emoji');
  const permanent = await addSession(database.db, webinar, { begunAgo: 10, isPermanent: true });
  await refused(react(await watch({}, { kind: 'permanent', id: permanent.id })), 'session_not_running');
  await database.db
    .updateTable('playback_sessions')
    .set({ finished_at: new Date() })
    .where('id', '=', session.id)
    .execute();
  await refused(react(ann), 'session_not_running');
  await webinar.owner.removeParticipant(bob.at);
  await refused(react(bob), 'removed_from_call');
});

test('a viewer has the limit of a call', async () => {
  const ann = await join(await watch());
  const results = await Promise.all(
    Array.from({ length: reactionsPerMinute + 1 }, () =>
      react(ann).then(
        () => 'sent',
        ({ code }) => code as string,
      ),
    ),
  );
  assert.deepEqual(
    results.filter((one) => one !== 'sent'),
    ['rate_limited'],
  );
});

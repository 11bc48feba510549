import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dispose } from '@livekit/rtc-node';
import { sql } from 'kysely';
import { createClient } from '../../../../contract/client/index.ts';
import { type SharedServices, startSharedServices } from '../../../testing/engines/nodes.ts';
import { unpackPreviousRelease, withoutPreviousRelease } from '../../../testing/engines/previous-release.ts';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import { type Lectern, signIn, startLectern } from '../../../testing/lectern.ts';
import { enterBy, makeLink } from '../../../testing/people/entering.ts';
import { connectToCall } from '../../../testing/people/meeting.ts';
import { freePorts } from '../../../testing/processes/ports.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { isTolerated, knownMigrations, migrate } from '../../platform/db/migrate.ts';

after(() => dispose());

/** A group with a call in which a pupil wrote a message. */
interface Lesson {
  group: TestGroup;
  callId: string;
  text: string;
}

/** Enters, connects to the media server, writes a message, leaves, and reads the report. */
async function holdLesson(lectern: Lectern, group: TestGroup, text: string): Promise<Lesson> {
  const { spaceId, owner, at } = group;
  const calls = async () => {
    const query = { roomId: at.roomId, date: new Date().toISOString() };
    return (await owner.analyticsCalls({ spaceId, query })).items.map(({ id }) => id);
  };
  const earlier = new Set(await calls());
  const link = await makeLink(group, { username: 'Ivan', externalUserId: 'learner-7' });
  const entered = await connectToCall(group, await enterBy(lectern, group, { url: link }));
  await entered.api.joinChannel({ body: { id: group.room.channelId } });
  await entered.api.sendMessage({ body: { channelId: group.room.channelId, text } });
  await entered.person.leave();
  const callId = await waitUntil(async () => (await calls()).find((id) => !earlier.has(id)), {
    timeout: 30_000,
    message: 'the call to end',
  });
  const lesson = { group, callId, text };
  await assertReport(owner, lesson);
  return lesson;
}

async function assertReport(owner: TestGroup['owner'], { group, callId }: Lesson): Promise<void> {
  const { spaceId, at } = group;
  const report = await owner.getRoomAnalyticsReport({ spaceId, query: { roomId: at.roomId, callId } });
  assert.deepEqual(
    report.participants.map((person) => [person.externalUserId, person.chatMessagesCount]),
    [['learner-7', 1]],
  );
}

/** The same server, whose responses are not compared with the contract of this version. */
const unchecked = (lectern: Lectern): Lectern => ({
  ...lectern,
  client: (token) => createClient({ baseUrl: lectern.url, token }),
});

async function startEmpty(services: SharedServices): Promise<void> {
  await sql`DROP SCHEMA public CASCADE`.execute(services.database.db);
  await sql`CREATE SCHEMA public`.execute(services.database.db);
}

test('the server of the last release works on the tables of this version, and this one on what it wrote', {
  skip: withoutPreviousRelease(),
}, async () => {
  const release = unpackPreviousRelease();
  const PORT = String((await freePorts()).http);
  const services = await startSharedServices(Number(PORT));
  const settings = { ...services.settings, PORT };
  try {
    await startEmpty(services);
    const old = await startLectern(settings, { program: [release.program] });
    const older = unchecked(old);
    const before = await holdLesson(older, await makeGroup(older), 'Before the upgrade');

    // The first node of this version has migrated; this one still runs.
    const { applied } = await migrate(services.database.pool);
    assert.deepEqual(
      applied,
      knownMigrations().filter((name) => !release.migrations.includes(name)),
    );
    // Without a new migration a node of the last release would put its own views back (docs/decisions/0142).
    assert.ok(applied.length > 0 || !release.hasOtherViews);
    older.owner = await signIn(old.url);
    await assertReport(older.client(older.owner.personalToken), before);
    const meanwhile = await makeGroup(older);
    await meanwhile.owner.createWebhook({
      spaceId: meanwhile.spaceId,
      body: { url: `${old.url}/receiver` },
    });
    const during = await holdLesson(older, meanwhile, 'During the upgrade');
    await meanwhile.owner.updateRoom({ ...meanwhile.at, body: { name: 'Geometry' } });

    await old.stop();
    // The next start of the old version: after a rollback, or because a supervisor restarts it.
    if (applied.every(isTolerated)) {
      await old.start();
      await old.stop();
    } else await assert.rejects(old.start(), /The database was last used by a newer Lectern/);

    const lectern = await startLectern(settings);
    try {
      const owner = lectern.client(lectern.owner.personalToken);
      for (const lesson of [before, during]) {
        await assertReport(owner, lesson);
        const { spaceId, room, at } = lesson.group;
        await owner.getRoom(at);
        const { items } = await owner.listChannelMessages({ spaceId, channelId: room.channelId, query: {} });
        assert.deepEqual(
          items.map(({ text }) => text),
          [lesson.text],
        );
      }
      await holdLesson(lectern, { ...during.group, owner }, 'After the upgrade');
      assert.equal((await owner.getRoom(during.group.at)).name, 'Geometry');
      const { url } = await owner.getWebhook({ spaceId: during.group.spaceId });
      assert.equal(url, `${old.url}/receiver`);
    } finally {
      await lectern.remove();
      await old.remove();
    }
  } finally {
    await services.remove();
    release.remove();
  }
});

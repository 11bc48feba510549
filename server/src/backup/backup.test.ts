import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { dispose } from '@livekit/rtc-node';
import { databaseOf } from '../../testing/database.ts';
import { startObjectStorage, withoutStorage } from '../../testing/engines/object-storage.ts';
import { startOwnDatabase } from '../../testing/engines/own-database.ts';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { type Lectern, startLectern } from '../../testing/lectern.ts';
import { enterBy } from '../../testing/people/entering.ts';
import { connectToCall } from '../../testing/people/meeting.ts';
import { type CommandOutcome, runCommand } from '../../testing/processes/command-line.ts';
import { insertEndedRecord } from '../../testing/records/records.ts';
import { insertTranscriptOf } from '../../testing/records/transcripts.ts';

let lectern: Lectern;
let group: TestGroup;
let link: string;
let delivery: string;
let recordId: string;
let overlapUntil: string | null;
const folder = mkdtempSync(join(tmpdir(), 'lectern-backup-'));
const file = join(folder, 'saved.zip');

const command = (words: string[], settings: Record<string, string> = {}): Promise<CommandOutcome> =>
  runCommand(words, { settings: { LECTERN_DATA_DIR: lectern.dataDir, ...settings } });

/** A participant in the room's chat who wrote a message. */
async function writeInChat(count: number): Promise<void> {
  const { spaceId, room, owner } = group;
  const body = { roomId: room.id, clientUniqueId: 'browser of the owner' };
  const entered = await owner.createParticipant({ spaceId, body });
  const api = lectern.client(entered.access_token);
  await api.joinChannel({ body: { id: room.channelId } });
  for (let n = 1; n <= count; n += 1) {
    await api.sendMessage({ body: { channelId: room.channelId, text: `message ${n}` } });
  }
}

before(async () => {
  lectern = await startLectern({ LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0' }, { engines: 'own' });
  group = await makeGroup(lectern, {
    isPublic: false,
    earlierChatAudience: 'everyone',
    name: 'Algebra \\N \t "quoted" \u0434\u043e\u043c',
  });
  ({ url: link } = await group.owner.generateAccess({
    ...group.at,
    body: { username: 'Ann', role: 'user' },
  }));
  await group.owner.createWebhook({ ...group.at, body: { url: 'http://127.0.0.1:9/hook' } });
  ({ previousSecretUntil: overlapUntil } = await group.owner.refreshSecretWebhook({
    ...group.at,
    body: { overlapSeconds: 80_000 },
  }));
  ({ id: delivery } = await group.owner.testWebhook(group.at));
  await writeInChat(5);
  ({ recordId } = await insertEndedRecord(lectern, group, 'finished'));
  await insertTranscriptOf(lectern, recordId);
  mkdirSync(join(lectern.dataDir, 'files/records'), { recursive: true });
  writeFileSync(join(lectern.dataDir, 'files/records/one.mp4'), Buffer.alloc(70_000, 7));
  mkdirSync(join(lectern.dataDir, 'files/.arriving'), { recursive: true });
  writeFileSync(join(lectern.dataDir, 'files/.arriving/half'), 'half of a file');
  const saved = await command(['backup', file]);
  assert.equal(saved.code, 0, saved.err);
  assert.match(saved.err, /Saved in .*keep it like a password/);
});
after(async () => {
  await dispose();
  await lectern?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** A server with these settings serves the saved installation. */
async function assertServed(settings: Record<string, string>): Promise<void> {
  const server = await startLectern(settings);
  try {
    const owner = server.client(lectern.owner.personalToken);
    assert.equal((await owner.getRoom(group.at)).name, group.room.name);
  } finally {
    await server.remove();
  }
}

const emptyFolder = (name: string): string => {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
};

// Each test restores into folders and databases of its own.
suite('a backup', { concurrency: 3 }, () => {
  test('a backup is one file that only its owner may read, and it never overwrites another file', async () => {
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const again = await command(['backup', file]);
    assert.equal(again.code, 1);
    assert.match(again.err, /The file .* exists already/);
    const nowhere = await command(['backup', join(folder, 'no/such/folder/file')]);
    assert.equal(nowhere.code, 1);
    assert.match(nowhere.err, /cannot be written/);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes('partial')),
      [],
    );
  });

  test('a backup restored into an empty folder is the same installation: people sign in and enter by their links', async () => {
    const dataDir = join(folder, 'restored');
    const transcript = await group.owner.getTranscriptionJson({ ...group.at, recordId });
    assert.equal(transcript.segments[0]?.text, 'Hello everybody.');
    const restored = await command(['restore', file], { LECTERN_DATA_DIR: dataDir });
    assert.equal(restored.code, 0, restored.err);
    assert.match(restored.err, /Start it with "npm start"\.$/m);
    assert.ok(readFileSync(join(dataDir, 'files/records/one.mp4')).equals(Buffer.alloc(70_000, 7)));
    assert.ok(!existsSync(join(dataDir, 'files/.arriving')), 'files of unfinished uploads are not restored');
    assert.ok(!existsSync(join(dataDir, 'restore-unfinished')));

    // Signs in with the same password and the same client.
    const second = await startLectern({ LECTERN_DATA_DIR: dataDir });
    try {
      const owner = second.client(lectern.owner.personalToken);
      const room = await owner.getRoom(group.at);
      assert.equal(room.name, group.room.name);
      assert.equal((await owner.getWebhook(group.at)).previousSecretUntil, overlapUntil);
      const at = { ...group.at, recordId };
      assert.deepEqual(await owner.getTranscriptionJson(at), transcript);
      const { items } = await owner.searchSpace({ spaceId: group.spaceId, query: { text: 'everybody' } });
      assert.equal(items[0]?.recordId, recordId, 'the transcript is found by its words');
      const { isTest } = await owner.getWebhookDelivery({ ...group.at, deliveryId: delivery });
      assert.ok(isTest);
      await owner.redeliverWebhook({ ...group.at, deliveryId: delivery });
      await owner.testWebhook(group.at);
      // The participant joins the call, as the web client would.
      const { api: session, person } = await connectToCall(
        { ...group, owner },
        await enterBy(second, group, { url: link }),
      );
      await person.leave();
      await session.joinChannel({ body: { id: room.channelId } });
      const found = await session.listMessages({ channelId: room.channelId });
      assert.ok(Array.isArray(found));
      assert.deepEqual(
        found.flatMap((message) => ('text' in message ? [message.text] : [])).sort(),
        [1, 2, 3, 4, 5].map((n) => `message ${n}`),
      );
      // Counters continue where they were.
      const sent = await session.sendMessage({ body: { channelId: room.channelId, text: 'after' } });
      assert.ok(sent.seq > Math.max(...found.map(({ seq }) => seq)));
      await owner.createRoom({ spaceId: group.spaceId, body: { name: 'New' } });
    } finally {
      await second.remove();
    }
  });

  test('a backup holds the data of one moment while people go on writing', async () => {
    const { spaceId, owner } = group;
    let stopped = false;
    const writing = (async () => {
      while (!stopped) await owner.createRoom({ spaceId, body: { name: 'One more' } });
    })();
    const busy = join(emptyFolder('busy'), 'saved.zip');
    const saved = await command(['backup', busy]);
    stopped = true;
    await writing;
    assert.equal(saved.code, 0, saved.err);
    const dataDir = join(folder, 'of-one-moment');
    const restored = await command(['restore', busy], { LECTERN_DATA_DIR: dataDir });
    assert.equal(restored.code, 0, restored.err);
    const server = await startLectern({ LECTERN_DATA_DIR: dataDir });
    try {
      const { db, close } = await databaseOf(server);
      const ownerless = await db
        .selectFrom('rooms')
        .select('id')
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('room_roles').whereRef('room_roles.room_id', '=', 'rooms.id'))),
        )
        .execute();
      await close();
      assert.deepEqual(ownerless, []);
    } finally {
      await server.remove();
    }
  });

  test('a backup of the embedded database can be restored into an external one', async () => {
    const external = await startOwnDatabase();
    try {
      const settings = {
        LECTERN_DATA_DIR: join(folder, 'beside-external'),
        DATABASE_URL: external.url,
        // An external database requires this setting; the value is the key that was created in the data folder.
        LECTERN_SECRET_KEY: readFileSync(join(lectern.dataDir, 'keys/secret'), 'utf8').trim(),
      };
      const restored = await command(['restore', file], settings);
      assert.equal(restored.code, 0, restored.err);
      const again = await command(['restore', file], {
        ...settings,
        LECTERN_DATA_DIR: join(folder, 'again'),
      });
      assert.equal(again.code, 1);
      assert.match(again.err, /This database already holds a Lectern/);
      await assertServed(settings);
    } finally {
      await external.remove();
    }
  });

  test('a stopped installation moves to an external database and a bucket, also after a failed attempt', {
    skip: withoutStorage(),
  }, async () => {
    const LECTERN_DATA_DIR = join(folder, 'to-move');
    assert.equal((await command(['restore', file], { LECTERN_DATA_DIR })).code, 0);
    const [external, storage] = [await startOwnDatabase(), await startObjectStorage()];
    const move = (to: string, settings: Record<string, string> = {}) =>
      command(['move', '--to', to], { LECTERN_DATA_DIR, ...storage.settings, ...settings });
    try {
      const refuses = async (outcome: Promise<CommandOutcome>, sentence: RegExp) => {
        const { code, err } = await outcome;
        assert.equal(code, 1);
        assert.match(err, sentence);
      };
      await Promise.all([
        refuses(move('mysql://127.0.0.1/lectern'), /--to must be an address that begins with postgres:/),
        refuses(move('postgres://127.0.0.1:1/lectern'), /127\.0\.0\.1:1 cannot be reached/),
        refuses(move(external.url, { LECTERN_DATA_DIR: lectern.dataDir }), /is running on the data folder/),
      ]);
      await refuses(move(external.url, { S3_ENDPOINT: 'http://127.0.0.1:1' }), /run this again to continue/);
      const moved = await move(external.url);
      assert.equal(moved.code, 0, moved.err);
      assert.match(moved.err, /Set DATABASE_URL .*keys\/secret/);
      assert.ok(readFileSync(join(storage.folder, 'records/one.mp4')).equals(Buffer.alloc(70_000, 7)));
      assert.match((await move(external.url)).err, /This database already holds a Lectern/);
      const settings = {
        ...storage.settings,
        DATABASE_URL: external.url,
        LECTERN_DATA_DIR: emptyFolder('moved'),
        LECTERN_SECRET_KEY: readFileSync(join(LECTERN_DATA_DIR, 'keys/secret'), 'utf8').trim(),
      };
      await assertServed(settings);
    } finally {
      await external.remove();
      await storage.remove();
    }
  });

  test('a failed restore leaves the folder as it was', async () => {
    const whole = readFileSync(file);
    const damaged = join(folder, 'damaged.zip');
    const flipped = Buffer.from(whole);
    for (let at = 1_000; at < 40_000; at += 97) flipped[at] = (flipped[at] ?? 0) ^ 0xff;
    writeFileSync(damaged, flipped);
    const cut = join(folder, 'cut.zip');
    writeFileSync(cut, whole.subarray(0, whole.length - 1_000));
    // The zip headers of an entry with rows and of an entry with a stored file.
    const headless = ['database/', 'files/'].map((name) => {
      const path = join(folder, `headless-${name.slice(0, -1)}.zip`);
      const bytes = Buffer.from(whole);
      const at = bytes.indexOf(name) - 30;
      assert.equal(bytes.readUInt32LE(at), 0x04034b50);
      bytes[at] = 0;
      writeFileSync(path, bytes);
      return path;
    });
    const other = join(folder, 'other.zip');
    writeFileSync(other, 'no zip at all');
    const cases: [string, RegExp, Record<string, string>?][] = [
      [damaged, /cannot be restored|not a complete Lectern backup/],
      ...headless.map((path): [string, RegExp] => [path, /of the backup cannot be restored/]),
      [cut, /not a complete Lectern backup/],
      [other, /not a complete Lectern backup/],
      [join(folder, 'none.zip'), /The file .* does not exist/],
      [file, /LECTERN_SECRET_KEY is not the key/, { LECTERN_SECRET_KEY: 'k'.repeat(40) }],
    ];
    const restore = async ([path, sentence, settings]: (typeof cases)[number], index: number) => {
      const target = emptyFolder(`failed-${index}`);
      const { code, err } = await command(['restore', path], { LECTERN_DATA_DIR: target, ...settings });
      assert.equal(code, 1, path);
      assert.match(err, sentence);
      assert.deepEqual(readdirSync(target), [], path);
    };
    await Promise.all(cases.map(restore));
    const taken = await command(['restore', file]);
    assert.equal(taken.code, 1);
    assert.match(taken.err, /is not empty/);
  });

  test('the server does not start in a folder with an unfinished restore', async () => {
    const target = emptyFolder('cut-off');
    writeFileSync(join(target, 'restore-unfinished'), '');
    await assert.rejects(startLectern({ LECTERN_DATA_DIR: target }), /did not come to its end/);
  });
});

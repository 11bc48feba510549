import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ForeignClients } from '../../../server/testing/bbb/foreign-clients.ts';
import type { ForeignStage } from '../../../server/testing/bbb/foreign-stage.ts';
import { freePorts } from '../../../server/testing/processes/ports.ts';
import { inherited } from '../../../server/testing/processes/processes.ts';
import { waitUntil } from '../../../server/testing/wait.ts';
import { type FolderOf, ours } from './sources.ts';

const isLike = (actual: unknown, expected: object): void => assert.partialDeepStrictEqual(actual, expected);

interface Recording {
  published: string;
  playbacks: { video: { url: string; length: string } };
}

/** The plug-in with a page that receives its callbacks. */
class Moodle {
  readonly #driver: ForeignClients;
  readonly #broker: ChildProcess;
  readonly #folder: string;

  private constructor(driver: ForeignClients, broker: ChildProcess, folder: string) {
    this.#driver = driver;
    this.#broker = broker;
    this.#folder = folder;
  }

  static async start({ server: { base, secret } }: ForeignStage, at: FolderOf): Promise<Moodle> {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-moodle-'));
    const { http } = await freePorts();
    const place = [at('moodle-mod_bigbluebuttonbn'), at('php-jwt')];
    const site = [base, secret, `http://127.0.0.1:${http}`, join(folder, 'kept.json')];
    const env = { ...inherited(), LMS_SOAK: JSON.stringify([...place, ...site]) };
    const quiet = ['-d', 'display_errors=stderr', '-d', 'error_reporting=E_ALL&~E_DEPRECATED'];
    const driver = ForeignClients.run('php', [...quiet, ours('moodle/driver.php')], env);
    const options = [...quiet, '-S', `127.0.0.1:${http}`, ours('moodle/broker.php')];
    const broker = spawn('php', options, { env, stdio: 'ignore' });
    return new Moodle(driver, broker, folder);
  }

  call<Result>(name: string, ...given: unknown[]): Promise<Result> {
    return this.#driver.call<Result>(name, given);
  }

  async remove(): Promise<void> {
    await this.#driver.close();
    const ended = once(this.#broker, 'exit');
    this.#broker.kill();
    await ended;
    rmSync(this.#folder, { recursive: true });
  }
}

const teacher = { is_moderator: true, get_user_fullname: 'Frau Groß', get_user_id: '5' };
const pupil = { get_user_fullname: "Zoë O'Neil <8a>", get_user_id: '6' };
const locks = { disablecam: 1, disablemic: 0, hideuserlist: 1, lockonjoin: 1 };

async function meet(stage: ForeignStage, moodle: Moodle): Promise<string> {
  const info = () => moodle.call('info');
  assert.equal(await moodle.call('version'), '2');
  isLike(await info(), { statusrunning: false, createtime: null, canjoin: true });
  await stage.follow(await moodle.call('join', teacher, locks));
  isLike(await info(), { statusrunning: true, participantcount: '1', moderatorcount: '1' });
  await stage.follow(await moodle.call('join', pupil, locks));
  isLike(await info(), { statusrunning: true, participantcount: '2', viewercount: 1 });
  const { attendees } = (await info()) as { attendees: { fullName: string }[] };
  assert.deepEqual(attendees.map(({ fullName }) => fullName).sort(), ['Frau Groß', "Zoë O'Neil <8a>"]);
  const recordings = await moodle.call<string[]>('kept', 'recordings');
  assert.equal(recordings.length, 1);
  const [recordId = ''] = recordings;
  await stage.record(recordId);
  await moodle.call('end');
  isLike(await info(), { statusrunning: false, createtime: null });
  await assert.rejects(moodle.call('end'), /: notFound/);
  await assert.rejects(moodle.call('infoOf', 'unknown'), /: notFound/);
  return recordId;
}

async function receiveCallbacks(stage: ForeignStage, moodle: Moodle, recordId: string): Promise<void> {
  const { owner, spaceId } = stage.group;
  const deliveries = async () => (await owner.listBigBlueButtonDeliveries({ spaceId })).items;
  const pending = async () => (await deliveries()).filter(({ status }) => status === 'pending');
  await waitUntil(
    async () =>
      (await deliveries()).length >= 2 && (await pending()).every(({ attempts }) => attempts.length > 0),
    { timeout: 90_000, message: 'both callbacks' },
  );
  const statuses = (await deliveries()).map(({ eventName, status }) => `${eventName} ${status}`).sort();
  assert.deepEqual(statuses, ['analytics delivered', 'recording-ready delivered']);
  assert.deepEqual((await moodle.call<unknown[]>('kept', 'answers')).sort(), [
    ['meeting_events', 200],
    ['recording_ready', 202],
  ]);
  assert.deepEqual(await moodle.call('kept', 'notified'), [recordId]);
  const summaries = await moodle.call<[{ userid: string }, { data: object }][]>('kept', 'summaries');
  assert.deepEqual(summaries.map(([{ userid }]) => userid).sort(), ['5', '6']);
  for (const [, { data }] of summaries) isLike(data, { engagement: { chats: 0, talks: 0, raisehand: 0 } });
  const tasks = await moodle.call<unknown[]>('kept', 'tasks');
  assert.equal(tasks.length, 3);
}

async function manageRecording(moodle: Moodle, recordId: string): Promise<void> {
  const others = Array.from({ length: 60 }, (_, index) => `${'0'.repeat(38)}${index + 10}-1`);
  const recordings = async () =>
    (await moodle.call<{ recordings: Record<string, Recording> }>('recordings', [...others, recordId]))
      .recordings;
  const one = async () => (await recordings())[recordId];
  isLike(await one(), { state: 'published', playbacks: { video: { type: 'video', length: '1' } } });
  const { http_code: status, total_time: seconds } = await moodle.call<Record<string, number>>(
    'head',
    (await one())?.playbacks.video.url,
  );
  assert.equal(status, 200);
  assert.ok(Number(seconds) < 1);
  const meetingId = (await one()) as unknown as { meetingID: string };
  const byMeeting = await moodle.call<{ recordings: object }>('recordingsOfMeetings', [meetingId.meetingID]);
  assert.deepEqual(Object.keys(byMeeting.recordings), [recordId]);
  assert.equal(await moodle.call('publish', recordId, 'false'), true);
  isLike(await one(), { published: 'false', state: 'unpublished' });
  assert.equal(await moodle.call('publish', recordId, 'true'), true);
  const changes = { 'meta_bbb-recording-name': 'Neuer Name', 'meta_bbb-recording-description': 'Mit & ohne' };
  assert.equal(await moodle.call('update', recordId, changes), true);
  isLike(await one(), { ...changes, meetingName: 'Neuer Name' });
  assert.equal(await moodle.call('protect', recordId, 'true'), true);
  isLike(await one(), { protected: 'true' });
  assert.equal(await moodle.call('delete', recordId), true);
  assert.deepEqual(await recordings(), []);
  assert.equal(await moodle.call('delete', recordId), false);
}

async function tryAddresses(stage: ForeignStage, moodle: Moodle): Promise<void> {
  const { base, secret } = stage.server;
  for (const url of [base, base.slice(0, -1), `${base}api`, `${base}api/`]) {
    await moodle.call('set', 'server_url', url);
    for (const algorithm of ['SHA1', 'SHA256', 'SHA512']) {
      await moodle.call('set', 'checksum_algorithm', algorithm);
      await assert.rejects(moodle.call('infoOf', 'unknown'), /: notFound/);
    }
  }
  await moodle.call('set', 'shared_secret', `${secret.slice(0, -1)}!`);
  await assert.rejects(moodle.call('infoOf', 'unknown'), /: checksumError/);
  await moodle.call('set', 'shared_secret', ` ${secret}\n`);
}

/** A teacher and a pupil meet, and what was recorded is managed. */
export async function driveMoodle(stage: ForeignStage, at: FolderOf): Promise<void> {
  const moodle = await Moodle.start(stage, at);
  try {
    const recordId = await meet(stage, moodle);
    await receiveCallbacks(stage, moodle, recordId);
    await manageRecording(moodle, recordId);
    await tryAddresses(stage, moodle);
    // The activity is open again, with a new recording.
    await stage.follow(await moodle.call('join', teacher, locks));
    assert.equal((await moodle.call<string[]>('kept', 'recordings')).length, 2);
    await moodle.call('end');
    const data = { meetingID: 'with slides', name: 'With slides' };
    const slides = 'https://school.example/pluginfile.php?a=1&b=2';
    isLike(await moodle.call('create', data, {}, 'slides.pdf', slides), { meetingID: 'with slides' });
  } finally {
    await moodle.remove();
  }
}

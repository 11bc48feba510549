import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { blocksOf } from '../../testing/answers/documents.ts';
import {
  exampleLanguages,
  type ReceivedDelivery,
  runExample,
} from '../../testing/answers/example-programs.ts';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { enterBy, makeLink } from '../../testing/people/entering.ts';
import { connectToFakeCall } from '../../testing/people/fake-call.ts';
import { freePorts } from '../../testing/processes/ports.ts';
import { inherited, waitForExit } from '../../testing/processes/processes.ts';
import { insertFailedRecord, silentParts, withoutRecorder } from '../../testing/records/records.ts';
import { waitUntil } from '../../testing/wait.ts';
import { newId } from '../platform/ids.ts';
import { finishRecord, markPictureArrived, stopRecord } from '../records/lifecycle.ts';
import { requestOf, sign } from '../webhooks/secret.ts';
import { whyNot } from '../webhooks/testing/verify/languages.ts';

const root = resolve(import.meta.dirname, '../../..');
const guide = blocksOf('docs/integrators/fifteen-minutes.md');
const examples = blocksOf('docs/integrators/examples.md');

let lectern: InProcess;
let folder: string;
let lms: Lms;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-lms-'));
  lectern = await startInProcess({ ...withoutRecorder, LECTERN_WEBHOOK_RETRY_SECONDS: '0,0' });
  lms = await Lms.start();
});
after(async () => {
  await lms?.stop();
  await lectern?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** The example, started as its guide says. */
class Lms {
  readonly url: string;
  output = '';
  #child: ChildProcess | undefined;

  private constructor(url: string) {
    this.url = url;
  }

  static async start(): Promise<Lms> {
    const { http } = await freePorts();
    const started = new Lms(`http://127.0.0.1:${http}`);
    await started.run();
    return started;
  }

  async run(): Promise<void> {
    const [block] = guide.filter(({ language }) => language === 'sh');
    const script = block?.code
      .replace('http://localhost:8080', lectern.url)
      .replace('lpt_…', lectern.owner.personalToken)
      .replace('python3 ', 'exec python3 -B -W error ');
    assert.match(script ?? '', /LECTERN_TOKEN=lpt_.*\nexec python3 -B -W error examples/s);
    this.output = '';
    const env = {
      ...inherited(),
      LMS_URL: this.url,
      LMS_DB: join(folder, 'lms.db'),
      LMS_DEMO_PASSWORD: 'chalk',
    };
    const child = spawn('bash', ['-c', script ?? ''], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        this.output += text;
      });
    }
    this.#child = child;
    await waitUntil(() => fetch(this.url), { timeout: 20_000, message: () => `the example: ${this.output}` });
  }

  /** kill -9 */
  async stop(): Promise<void> {
    if (!this.#child) return;
    this.#child.kill('SIGKILL');
    await waitForExit(this.#child);
  }
}

/** Somebody at the pages of the example. */
class Visitor {
  #cookie = '';

  static async signIn(login: string): Promise<Visitor> {
    const visitor = new Visitor();
    const response = await visitor.post('/sign-in', { login, password: 'chalk' });
    assert.equal(response.status, 303);
    visitor.#cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    return visitor;
  }

  get(path: string): Promise<Response> {
    return fetch(lms.url + path, { redirect: 'manual', headers: { cookie: this.#cookie } });
  }

  post(path: string, form: Record<string, string> = {}, origin = lms.url): Promise<Response> {
    const headers = { cookie: this.#cookie, origin };
    return fetch(lms.url + path, {
      ...{ method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(form) },
    });
  }

  async page(path: string): Promise<string> {
    const response = await this.get(path);
    assert.equal(response.status, 200, path);
    return response.text();
  }

  shows(path: string, text: string | RegExp): Promise<string> {
    return waitUntil(
      async () => {
        const page = await this.page(path);
        return page.match(text) && page;
      },
      { timeout: 20_000, message: () => `${text} at ${path}: ${lms.output}` },
    );
  }
}

/** The group of a course's room, by the link that the button gives. */
async function groupOf(url: string): Promise<TestGroup> {
  const owner = lectern.client(lectern.owner.personalToken);
  const alias = new URL(url).pathname.split('/').at(-1) ?? '';
  const { id, spaceId } = await owner.getRoomByAlias({ alias });
  const at = { spaceId, roomId: id };
  return { owner, spaceId, room: await owner.getRoom(at), at };
}

const locationOf = (response: Response): string => {
  assert.equal(response.status, 303);
  return response.headers.get('location') ?? '';
};

/** A recording of the room that has just finished. */
async function finishRecording(group: TestGroup): Promise<string> {
  const { recordId } = await insertFailedRecord(lectern, group);
  const { db, close } = await databaseOf(lectern);
  const begun = { name: 'Algebra, lesson 1', state: 'new' as const, failure: null, finished_at: null };
  await db.updateTable('records').set(begun).where('id', '=', recordId).execute();
  const video = `records/${group.spaceId}/${recordId}/video.mp4`;
  const path = join(lectern.dataDir, 'files', video);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'the bytes of the lesson');
  await markPictureArrived(silentParts, db, { recordId, at: new Date() });
  await stopRecord(silentParts, db, { recordId, at: new Date(), reason: 'person' });
  const quality = { lateTicks: 0, missedAudioMs: 0, lowestFps: 25, lowestHeight: 720 };
  const made = {
    duration: 61,
    width: 1280,
    height: 720,
    bytes: 23,
    isPartial: false,
    quality,
    files: { video },
  };
  assert.ok(await finishRecord(silentParts, db, { recordId, made, voices: [] }));
  await close();
  return recordId;
}

test('the blocks of the guide are lines of the example', () => {
  const source = readFileSync(join(root, 'examples/lms-python/lms.py'), 'utf8');
  const blocks = guide.filter(({ language }) => language === 'python');
  assert.ok(blocks.length > 3);
  for (const { code } of blocks) assert.ok(source.includes(code), code);
});

test('a teacher and a pupil hold a lesson, and both see the attendance and the recording', async () => {
  const teacher = await Visitor.signIn('petrova');
  const pupil = await Visitor.signIn('ivan');
  const course = locationOf(await teacher.post('/courses', { name: 'Algebra <b>&' }));
  assert.match(await teacher.page('/'), /Algebra &lt;b&gt;&amp;/);
  assert.equal((await pupil.get(course)).status, 404);
  assert.equal((await pupil.post(`${course}/join`)).status, 404);
  for (const login of ['ivan', 'anna']) locationOf(await teacher.post(`${course}/pupils`, { login }));
  assert.equal((await teacher.post(`${course}/pupils`, { login: 'nobody' })).status, 422);

  // The pupil comes first: their share of the call is all of it, however slow the machine is.
  const links = [
    locationOf(await pupil.post(`${course}/join`)),
    locationOf(await teacher.post(`${course}/join`)),
  ];
  const group = await groupOf(links[0] ?? '');
  const inside = [];
  for (const url of links) {
    inside.push(await connectToFakeCall(lectern, group, await enterBy(lectern, group, { url })));
  }
  await pupil.shows(course, 'The lesson is running');
  const { items } = await group.owner.listParticipants(group.at);
  assert.deepEqual(items.map(({ role }) => role).sort(), ['moderator', 'user']);
  for (const { person } of inside) person.leave();

  const page = await pupil.shows(course, /<td>present, /);
  assert.doesNotMatch(page, /The lesson is running|\/lessons\//);
  const lesson = /href="(.+?\/lessons\/[0-9a-f]{24})"/.exec(await teacher.page(course))?.[1] ?? '';
  const attendance = await teacher.page(lesson);
  assert.match(attendance, /<td>Ms Petrova<\/td>/);
  assert.match(attendance, /<td>Ivan<\/td><td>present<\/td>/);
  assert.match(attendance, /<td>Anna<\/td><td>absent<\/td>/);
  assert.equal((await pupil.get(lesson)).status, 404);

  const recordId = await finishRecording(group);
  await pupil.shows(course, 'Algebra, lesson 1</a>, 1 min 1 s');
  const file = await fetch(locationOf(await pupil.get(`${course}/recordings/${recordId}`)));
  assert.equal(await file.text(), 'the bytes of the lesson');
});

test('a delivery that is repeated, forged, old or a test changes nothing', async () => {
  const teacher = await Visitor.signIn('petrova');
  const course = locationOf(await teacher.post('/courses', { name: 'Geometry' }));
  const group = await groupOf(locationOf(await teacher.post(`${course}/join`)));
  const { owner, spaceId, at } = group;
  const test = await owner.testWebhook({ spaceId, body: { eventName: 'call_started', roomId: at.roomId } });
  const delivered = await waitUntil(
    async () => {
      const delivery = await owner.getWebhookDelivery({ spaceId, deliveryId: test.id });
      return delivery.status === 'delivered' && delivery;
    },
    { timeout: 10_000, message: 'the test to be delivered' },
  );
  assert.equal(delivered.attempts.at(-1)?.statusCode, 204);
  const event = { eventName: 'call_started', roomId: at.roomId, spaceId };
  const forged = await fetch(`${lms.url}/lectern`, {
    method: 'POST',
    headers: {
      'webhook-id': 'x',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,AAAA',
    },
    body: JSON.stringify({ signature: 'x', body: event }),
  });
  assert.equal(forged.status, 401);
  assert.doesNotMatch(await teacher.page(course), /The lesson is running/);

  // The same event again: the log of the webhook sends it a second time under the same id.
  const known = (await owner.listWebhookDeliveries({ spaceId, query: { eventName: 'report_ready' } })).items;
  const [first] = known;
  assert.ok(first);
  const again = await owner.redeliverWebhook({ spaceId, deliveryId: first.id });
  await waitUntil(
    async () => (await owner.getWebhookDelivery({ spaceId, deliveryId: again.id })).status === 'delivered',
    { timeout: 10_000, message: 'the event to be delivered again' },
  );
});

test('a lesson that ends while the example is killed is there when it is back', async () => {
  const teacher = await Visitor.signIn('petrova');
  const course = locationOf(await teacher.post('/courses', { name: 'Physics' }));
  const url = locationOf(await teacher.post(`${course}/join`));
  const group = await groupOf(url);
  const inside = await connectToFakeCall(lectern, group, await enterBy(lectern, group, { url }));
  await teacher.shows(course, 'The lesson is running');
  await lms.stop();
  const { spaceId } = group;
  const dateFrom = new Date(Date.now() - 60_000).toISOString();
  inside.person.leave();
  const failed = async () =>
    (await group.owner.listWebhookDeliveries({ spaceId, query: { status: 'failed' } })).items.some(
      ({ eventName, roomId }) => eventName === 'report_ready' && roomId === group.at.roomId,
    );
  await waitUntil(failed, { timeout: 20_000, message: 'the deliveries to fail' });
  await lms.run();
  await group.owner.redeliverFailedWebhooks({ spaceId, body: { dateFrom } });
  await teacher.shows(course, '/lessons/');
  // The report and the end of the call may arrive in either order.
  await waitUntil(async () => !(await teacher.page(course)).includes('The lesson is running'), {
    timeout: 20_000,
    message: 'the lesson to end',
  });
  assert.equal(
    (await group.owner.listSpaces()).items.filter(({ name }) => name === 'My learning platform').length,
    1,
  );
});

test('other sites, strangers and odd requests get a refusal', async () => {
  const teacher = await Visitor.signIn('petrova');
  assert.equal((await teacher.post('/courses', { name: 'X' }, 'https://evil.example')).status, 403);
  assert.match(await new Visitor().page('/courses/1'), /Sign in/);
  const stranger = new Visitor();
  assert.equal((await stranger.post('/sign-in', { login: 'petrova', password: 'guess' })).status, 401);
  for (const path of [
    '/courses/x',
    '/courses/99999999999999999999',
    '/courses/1/lessons/x',
    '/nothing/at/all',
  ]) {
    assert.equal((await teacher.get(path)).status, 404, path);
  }
  for (const cookie of ['session=1', 'session=', 'a b=c; session="', `session=${'0'.repeat(64)}`]) {
    const response = await fetch(lms.url, { headers: { cookie } });
    assert.match(await response.text(), /Sign in/);
  }
  const large = await fetch(`${lms.url}/lectern`, { method: 'POST', body: 'x'.repeat(70_000) }).catch(
    () => null,
  );
  assert.ok(large === null || large.status === 401);
  assert.doesNotMatch(lms.output, /Traceback/);
});

/** A delivery as it is sent `ageMs` ago. */
function deliveryOf({ ageMs = 0 } = {}): ReceivedDelivery {
  const secret = 'the secret of the webhook';
  const body = `{"eventName":"call_started","roomId":"${newId()}","spaceId":"${newId()}"}`;
  const delivery = { eventId: newId(), body, callId: null, isTest: false, isSample: false };
  return { ...requestOf(delivery, sign(delivery, [secret], new Date(Date.now() - ageMs))), secret };
}

/** Uses the class of `Lectern.php` for each kind of response. */
const phpProgram = (url: string) => `<?php
require '${root}/docs/integrators/verify/Lectern.php';
$lectern = new Lectern('${url}/', getenv('LECTERN_TOKEN'));
$space = $lectern->post('/v1/spaces', ['name' => 'PHP'])['id'];
$make = fn () => $lectern->post("/v1/spaces/$space/rooms", ['name' => 'Algebra'], 'room-1')['id'];
$room = $make();
echo $make() === $room ? 'once' : 'twice', "\\n";
$found = $lectern->get("/v1/spaces/$space/rooms", ['search' => 'algebra & more']);
echo $found['total'], ' ', $lectern->put("/v1/spaces/$space/rooms/$room", ['name' => 'Geometry'])['name'], "\\n";
try {
    $lectern->post("/v1/spaces/$space/rooms/$room/generate-access", ['username' => 'Ann', 'role' => 'x']);
} catch (LecternRefused $refusal) {
    echo $refusal->getMessage(), ' ', $refusal->details[0]['path'], $refusal->isTemporary() ? '!' : '', "\\n";
}
var_dump($lectern->delete("/v1/spaces/$space/rooms/$room"));
try {
    (new Lectern('http://127.0.0.1:1', ''))->get('/v1/spaces');
} catch (LecternRefused $refusal) {
    echo $refusal->status, $refusal->isTemporary() ? ' later' : '', "\\n";
}`;

test('Lectern.php sends requests and throws refusals with their code and fields', async (t) => {
  const php = exampleLanguages.find(({ block }) => block === 'php') ?? assert.fail();
  const missing = whyNot({ program: [php.program[0], '--version'] });
  if (missing) return t.skip(`not to be had here: ${missing}`);
  const settings = { LECTERN_TOKEN: lectern.owner.personalToken };
  assert.deepEqual(await runExample(php, { code: [phpProgram(lectern.url)], folder, settings }), [
    'once',
    '0 Geometry',
    '422 validation_failed: role: must be one of user, moderator role',
    'NULL',
    '503 later',
  ]);
});

describe('the examples of the main requests', () => {
  let group: TestGroup;
  before(async () => {
    group = await makeGroup(lectern);
    // It has a call of its own, without people; the list begins with the newest call.
    await finishRecording(group);
    const url = await makeLink(group, { externalUserId: 'learner-7' });
    const { person } = await connectToFakeCall(lectern, group, await enterBy(lectern, group, { url }));
    person.leave();
    const query = { roomId: group.room.id, date: new Date().toISOString() };
    const hasEnded = async () =>
      (await group.owner.analyticsCalls({ spaceId: group.spaceId, query })).total === 2;
    await waitUntil(hasEnded, { timeout: 20_000, message: 'the call to end' });
  });

  test('have each task in each language', () => {
    const languages = exampleLanguages.map(({ block }) => block as string);
    const tasks = examples.length / languages.length;
    assert.deepEqual(
      examples.map(({ language }) => language),
      Array.from({ length: tasks }, () => languages).flat(),
    );
  });

  for (const language of exampleLanguages) {
    test(language.name, async (t) => {
      const missing = whyNot({ program: [language.program[0], '--version'] });
      if (missing) return t.skip(`not to be had here: ${missing}`);
      const place = mkdtempSync(join(folder, 'example-'));
      const settings = { LECTERN_TOKEN: lectern.owner.personalToken };
      const [token = '', rooms = '', link = '', attendance = '', download = '', verification = ''] = examples
        .filter((block) => block.language === language.block)
        .map(({ code }) => code.replace('http://localhost:8080', lectern.url));
      const run = (...code: string[]) => runExample(language, { code, folder: place, settings });

      const [refused, url = '', made = ''] = await run(
        ...[token, language.printRefusal, rooms, link, language.printPlace],
      );
      assert.equal(refused, 'validation_failed name');
      const [spaceId = '', roomId = ''] = made.split(' ');
      const at = { spaceId, roomId };
      const own = { ...group, spaceId, at, room: await group.owner.getRoom(at) };
      assert.equal(own.room.isPublic, false);
      await enterBy(lectern, own, { url });
      const none = await run(token, language.setPlace(spaceId, roomId), attendance);
      assert.deepEqual(none, ['No call has ended in this room today.']);

      const genuine = deliveryOf();
      const deliveries = [
        genuine,
        { ...genuine, body: genuine.body.replace('call_started', 'call_finished') },
        { ...genuine, secret: 'another secret' },
        deliveryOf({ ageMs: 400_000 }),
      ];
      const lines = await run(
        ...[token, language.setPlace(group.spaceId, group.room.id), attendance, download],
        ...[verification, language.checkDeliveries(deliveries)],
      );
      assert.deepEqual(lines, ['learner-7 present', 'true', 'false', 'false', 'false']);
      assert.equal(readFileSync(join(place, 'lesson.mp4'), 'utf8'), 'the bytes of the lesson');
    });
  }
});

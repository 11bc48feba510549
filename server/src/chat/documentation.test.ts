import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { createClient } from '../../../contract/client/index.ts';
import { openGuide, type Shell, shellOf } from '../../testing/answers/documents.ts';
import { makeGroup } from '../../testing/group.ts';
import { type LecternProcess, startLectern } from '../../testing/lectern.ts';
import { waitUntil } from '../../testing/wait.ts';

const root = resolve(import.meta.dirname, '../../..');
const clientFile = join(root, 'docs/integrators/chat-client.mjs');

let lectern: LecternProcess;
before(async () => {
  lectern = await startLectern({ LECTERN_CHAT_MESSAGES_PER_5_SECONDS: '0' });
});
after(() => lectern?.remove());

suite('the page on the chat', () => {
  const guide = openGuide('docs/integrators/chat.md');
  let shell: Shell;
  before(async () => {
    await guide.adaptTo(lectern);
    shell = shellOf(lectern);
  });
  after(() => shell?.end('kill $client 2>/dev/null'));

  const shows = (line: string) =>
    waitUntil(() => shell.output.includes(line), {
      timeout: 20_000,
      message: () => `"${line}"; the shell shows:\n${shell.output}`,
    });

  const fromClient = /^(\d+ |connect|the state|before:|now |news )/;

  /** Pastes the next block. @returns its printed lines without those of the client */
  async function next(): Promise<string[]> {
    const lines = (await shell.paste(guide.next())).split('\n');
    return lines.filter((line) => line !== '' && !fromClient.test(line));
  }

  test('every block works when it is pasted, and the client shows what happens', async () => {
    await next();
    await next();
    const users = await next();
    assert.equal(users.length, 2, 'each response on its own line');
    assert.match(users[0] ?? '', /"role":"moderator"/);
    assert.match(users[1] ?? '', /"displayName":"Ivan"/);
    await next();
    await shows('the state is known up to 0');
    await shows('connected');
    const [seq, id] = await next();
    assert.equal(seq, '0');
    await shows('1 message Good evening!');
    const [edited, reactions, pinned] = await next();
    assert.deepEqual([edited, reactions, pinned], ['Good evening, everybody!', '1', id]);
    await shows('2 message-edited Good evening, everybody!');
    await shows('3 message-reactions');
    await shows('4 message-pinned');
    assert.deepEqual(await next(), ['in_progress', '1', 'done']);
    for (const line of ['5 poll-start', '6 poll-vote', '7 poll-stop']) await shows(line);
    assert.deepEqual(await next(), ['Well done, Ivan.']);
    await shows('news new-direct');
    const [slow, isChatAllowed, ...refused] = await next();
    assert.deepEqual([slow, isChatAllowed], ['10', 'true']);
    assert.match(refused.join('\n'), /"code":"muted"/);
    await shows('8 channel-settings');
    assert.doesNotMatch(shell.output, /command not found|Error|gave up/);
    assert.equal(shell.output.split('1 message Good evening!').length, 2, 'the first message is shown once');
  });

  test("the change in the guide is like the server's", async () => {
    const [channelId = ''] = (await shell.paste('echo $channel')).trim().split('\n');
    const [token = ''] = (await shell.paste('echo $learner')).trim().split('\n');
    const learner = createClient({ baseUrl: lectern.url, token });
    const [first] = await learner.listMessages({ channelId, query: { since: 0, limit: 1 } });
    const shown = guide.next('json');
    /** Ids and times differ between installations. */
    const alike = (json: string) =>
      json.replace(/"\d+"/g, '"an id"').replace(/"\d{4}-[^"]*Z"/g, '"a moment"');
    assert.equal(alike(JSON.stringify(first)), alike(shown.trim()));
  });

  test('the code in the guide is the code of the client', () => {
    const client = readFileSync(clientFile, 'utf8');
    for (const { code } of guide.take('js'))
      assert.ok(client.includes(code), `not in chat-client.mjs:\n${code}`);
    guide.assertUsed();
  });
});

suite('the client that integrators copy', () => {
  let child: ChildProcess;
  let output = '';
  after(() => child?.kill('SIGKILL'));

  const shows = (line: string) =>
    waitUntil(() => output.includes(`${line}\n`), {
      timeout: 30_000,
      message: () => `"${line}"; the client shows:\n${output}`,
    });
  /** The numbers of the changes that it applied, in order. */
  const applied = () => [...output.matchAll(/^(\d+) /gm)].map(([, seq]) => Number(seq));

  test('the client applies every change once and in order: after a killed server, a pause of 400 messages, a restart', async () => {
    const group = await makeGroup(lectern, { isPublic: false });
    const { spaceId } = group;
    const { appId, token: machine } = await group.owner.createChatM2mToken({ spaceId });
    const server = lectern.client(machine);
    const tokenOf = async (externalId: string) => {
      await server.createChatUser({ appId, body: { externalId } });
      return (await server.issueChatToken({ appId, externalId })).access_token;
    };
    const { channelId } = group.room;
    const teacher = lectern.client(await tokenOf('teacher'));
    await teacher.joinChannel({ body: { id: channelId } });
    const say = (words: string) => teacher.sendMessage({ body: { channelId, text: words } });
    await say('before anybody came');
    child = spawn(process.execPath, [clientFile, lectern.url, channelId], {
      env: { PATH: process.env.PATH, TOKEN: await tokenOf('learner') },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString('utf8');
      });
    }
    await shows('before: before anybody came');
    await shows('connected');
    await say('at once');
    await shows('2 message at once');

    await lectern.kill();
    child.stdin?.write('written while the server was away\n');
    await lectern.start();
    await shows('3 message written while the server was away');

    child.kill('SIGSTOP');
    await lectern.stop();
    await lectern.start();
    for (let n = 0; n < 390; n += 30)
      await Promise.all(Array.from({ length: 30 }, (_, more) => say(`asleep ${n + more}`)));
    for (let n = 390; n < 400; n += 1) await say(`asleep ${n}`);
    child.kill('SIGCONT');
    await shows('403 message asleep 399');
    await say('awake');
    await shows('404 message awake');
    assert.deepEqual(
      applied(),
      Array.from({ length: 403 }, (_, n) => n + 2),
    );
  });
});

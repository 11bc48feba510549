import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  type GuideBlocks,
  groupOf,
  openGuide,
  type Shell,
  shellOf,
} from '../../testing/answers/documents.ts';
import { assertLike } from '../../testing/answers/shown-answer.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { enterBy } from '../../testing/people/entering.ts';
import { connectToFakeCall } from '../../testing/people/fake-call.ts';
import { waitUntil } from '../../testing/wait.ts';
import type { FakePerson } from '../engines/media/testing/fake.ts';
import { newId } from '../platform/ids.ts';
import { requestOf, sign } from './secret.ts';
import { recorded, recordedInner } from './testing/verify/cases.ts';

describe('getting started', () => {
  const guide = openGuide('docs/integrators/getting-started.md');
  const readme = openGuide('README.md');
  let lectern: InProcess;
  let shell: Shell;
  before(async () => {
    lectern = await startInProcess();
    shell = shellOf(lectern);
  });
  after(async () => {
    await shell?.end('kill $receiver 2>/dev/null');
    await lectern?.remove();
  });

  /** Pastes the next block, which prints two links, and enters by both. */
  async function enterByLinks(guide: GuideBlocks) {
    const links = (await shell.paste(guide.next())).match(/^http\S+$/gm) ?? [];
    assert.equal(links.length, 2, shell.output);
    const group = await groupOf(lectern, shell);
    const people: FakePerson[] = [];
    for (const url of links)
      people.push((await connectToFakeCall(lectern, group, await enterBy(lectern, group, { url }))).person);
    return { group, people };
  }

  /** Pastes a block that reads analytics until they show a call of two people. */
  async function readCall(block: string) {
    const read = async () => JSON.parse((await shell.paste(block)).trim().split('\n').at(-1) ?? '');
    await waitUntil(async () => (await read()).total === 1, { timeout: 20_000, message: () => shell.output });
    const [call] = (await read()).items;
    assert.deepEqual([call.totalParticipantsCount, call.uniqueParticipantsCount], [2, 2]);
  }

  test('every block works when pasted, from the token to the report', async () => {
    await guide.adaptTo(lectern);
    assert.match(guide.next(), /^LECTERN_WEBHOOK_ALLOWED_NETWORKS=127\.0\.0\.0\/8 npm start$/m);
    for (let section = 2; section <= 4; section += 1) await shell.paste(guide.next());
    await waitUntil(() => shell.output.includes('a test delivery: call_started'), {
      timeout: 20_000,
      message: () => `the test event; the shell shows:\n${shell.output}`,
    });
    const { group, people } = await enterByLinks(guide);
    const said = (event: string) =>
      waitUntil(() => shell.output.includes(`${event} in room ${group.room.id}`), {
        timeout: 20_000,
        message: () => `${event}; the shell shows:\n${shell.output}`,
      });
    await said('call_started');
    for (const person of people) person.leave();
    await said('call_finished');
    await readCall(guide.next());
    const rows = (await shell.paste(guide.next())).trim().split('\n').sort();
    assert.equal(rows.length, 2, shell.output);
    assert.match(rows[0] ?? '', /^learner-7: Online for \d+ s of \d+ s /);
    assert.match(rows[1] ?? '', /^teacher-1: Online for /);
    const sample = (await shell.paste(guide.next())).trim().split('\n');
    assert.ok(
      sample.some((line) => /^learner-7: Online for 20 min /.test(line)),
      shell.output,
    );
    await said('record_finished');
    await shell.paste(guide.next());
    const refused = await shell.paste(
      `api POST /v1/spaces '{"name": ""}' | field id\napi GET /v1/spaces//rooms`,
    );
    const [complaint, refusal = '', notSent] = refused.trim().split('\n');
    assert.match(complaint ?? '', /^curl: .* 422$/);
    assert.match(
      refusal,
      /^POST \/v1\/spaces: \{"message":"name: [^"]+","code":"validation_failed","details":/,
    );
    assert.equal(notSent, 'Not sent, because an earlier line gave no id: GET /v1/spaces//rooms');
    const [, method, path, body, header] =
      /^(\w+) (\S+) +(.*)\nx-lectern-ignored: (.*)\n$/.exec(guide.next('text')) ?? assert.fail('the header');
    const room = path?.replace('{spaceId}', group.spaceId).replace('{roomId}', group.room.id);
    const answer = await fetch(`${lectern.url}${room}`, {
      method,
      headers: { authorization: `Bearer ${lectern.owner.personalToken}`, 'content-type': 'application/json' },
      body: body?.replace(', …', ''),
    });
    assert.equal(answer.headers.get('x-lectern-ignored'), header, await answer.text());
    guide.assertUsed();
    assert.doesNotMatch(shell.output, /wrong signature|command not found|Error/);
  });

  test('every block of the README works when pasted', async () => {
    await readme.adaptTo(lectern);
    assert.equal(readme.next(), 'npm start\n');
    const { people } = await enterByLinks(readme);
    for (const person of people) person.leave();
    await readCall(readme.next());
    readme.assertUsed();
    assert.doesNotMatch(shell.output, /command not found|Error/);
  });
});

describe('the webhook page', () => {
  const guide = openGuide('docs/integrators/webhooks.md');
  let lectern: InProcess;
  let shell: Shell;
  before(async () => {
    const settings = [...guide.next().matchAll(/(LECTERN_\w+)=(\S+)/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    lectern = await startInProcess(Object.fromEntries(settings));
    shell = shellOf(lectern);
  });
  after(async () => {
    await shell?.end('kill $receiver 2>/dev/null');
    await lectern?.remove();
  });

  /** The lines that the receiver prints because of a block. */
  const printed: [asked: string, said: RegExp][] = [
    ['"eventName\\": \\"call_started', /^a test delivery: call_started$/m],
    ['"eventName": "report_ready"', /^a test delivery: report_ready$/m],
    ['/redeliver\n', /^known already: [0-9a-f]{24}$/m],
    ['dateFrom', /^a test delivery: call_finished$/m],
    ['"record_started"', /^a test delivery: record_started$/m],
    ['"record_finished"', /^a test delivery: record_finished$/m],
    ['"record_failed"', /^a test delivery: record_failed$/m],
  ];

  test('every block works when pasted, and each response on the page resembles the real one', async () => {
    await guide.adaptTo(lectern);
    let answer = '';
    let compared = 0;
    const expected = new Set(printed.map(([, said]) => said));
    for (const { language, code } of guide.take('sh', 'json')) {
      if (language === 'sh') {
        answer = (await shell.paste(code)).match(/^\{.*\}$/gm)?.at(-1) ?? '';
        for (const [asked, said] of printed.filter(([one]) => code.includes(one))) {
          const message = () => `${said} because of ${asked}; the shell shows:\n${shell.output}`;
          await waitUntil(() => said.test(shell.output), { timeout: 20_000, message });
          expected.delete(said);
        }
      }
      if (language === 'json') {
        assertLike(JSON.parse(answer), JSON.parse(code), answer);
        compared += 1;
      }
    }
    assert.deepEqual([compared, expected.size], [11, 0]);
    assert.doesNotMatch(shell.output, /wrong signature|command not found|Error|"code":/);
  });

  test('the example for the client verifies a delivery, and responds 401 to anything else', async () => {
    const code = guide.next('ts');
    guide.assertUsed();
    const folder = mkdtempSync(join(tmpdir(), 'lectern-documentation-'));
    const file = join(folder, 'receive.ts');
    const sdk = pathToFileURL(resolve(import.meta.dirname, '../../../contract/client/index.ts')).href;
    try {
      writeFileSync(file, code.replace('./contract/client/index.ts', sdk));
      const { receive } = await import(file);
      const delivery = {
        eventId: newId(),
        body: recordedInner,
        callId: newId(),
        isTest: true,
        isSample: false,
      };
      const { body, headers } = requestOf(delivery, sign(delivery, [recorded.secret], new Date()));
      const ask = async (more: RequestInit) => {
        const request = new Request('https://lms.example.org/', { method: 'POST', body, headers, ...more });
        return (await receive(request, recorded.secret)).status;
      };
      assert.equal(await ask({}), 204);
      assert.equal(await ask({ body: `${body} ` }), 401);
      assert.equal(await ask({ headers: { ...headers, 'webhook-timestamp': '1' } }), 401);
      assert.equal(await ask({ headers: {} }), 401);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

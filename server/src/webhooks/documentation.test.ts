import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { dispose } from '@livekit/rtc-node';
import {
  blocksIn,
  codeIn,
  documentOf,
  pageFor,
  placeOf,
  type Shell,
  shellOf,
} from '../../testing/documents.ts';
import { type Lectern, startLectern } from '../../testing/lectern.ts';
import { connect, enterBy } from '../../testing/meeting.ts';
import { waitUntil } from '../../testing/wait.ts';
import { newId } from '../platform/ids.ts';
import { requestOf, sign } from './secret.ts';
import { recorded, recordedInner } from './testing/verify/cases.ts';

describe('getting started', () => {
  let lectern: Lectern;
  let shell: Shell;
  before(async () => {
    lectern = await startLectern();
    shell = shellOf(lectern);
  });
  after(async () => {
    await shell?.end('kill $receiver 2>/dev/null');
    await lectern?.remove();
    await dispose();
  });

  test('every line of it works when it is pasted, from the token to the analytics', async () => {
    const text = await pageFor(lectern, documentOf('getting-started.md'));
    const [start, ...blocks] = codeIn(text, 'sh');
    assert.match(start ?? '', /^LECTERN_WEBHOOK_ALLOWED_NETWORKS=127\.0\.0\.0\/8 npm start$/m);
    const until = blocks.findIndex((block) => block.includes('generate-access'));
    for (const block of blocks.slice(0, until)) await shell.paste(block);
    const tested = () => shell.output.includes('a test delivery: call_started');
    await waitUntil(tested, {
      timeout: 20_000,
      message: () => `the test; the shell shows:\n${shell.output}`,
    });
    const links = (await shell.paste(blocks[until] ?? '')).match(/^http\S+$/gm) ?? [];
    assert.equal(links.length, 2, shell.output);

    const place = await placeOf(lectern, shell);
    const said = (event: string) =>
      waitUntil(() => shell.output.includes(`${event} in room ${place.room.id}`), {
        timeout: 20_000,
        message: () => `${event}; the shell shows:\n${shell.output}`,
      });
    const people = [];
    for (const url of links) people.push(await connect(place, await enterBy(lectern, place, { url })));
    await said('call_started');
    for (const { person } of people) await person.leave();
    await said('call_finished');

    const [analytics = '', ...rest] = blocks.slice(until + 1);
    const { items, total } = JSON.parse(await shell.paste(analytics));
    assert.equal(total, 1);
    assert.deepEqual([items[0].totalParticipantsCount, items[0].uniqueParticipantsCount], [2, 2]);
    for (const block of rest) await shell.paste(block);
    assert.doesNotMatch(shell.output, /wrong signature|command not found|Error/);
  });
});

/** Holds an answer against the one on the page: the same names and kinds of values; null and an empty list are of any. */
function assertLike(actual: unknown, shown: unknown, where: string): void {
  if (actual === null || shown === null) return;
  assert.equal(typeof actual, typeof shown, where);
  if (Array.isArray(actual) && Array.isArray(shown)) {
    if (actual.length > 0 && shown.length > 0) assertLike(actual[0], shown[0], `${where}[0]`);
    return;
  }
  if (typeof actual !== 'object' || typeof shown !== 'object') return;
  assert.deepEqual(Object.keys(actual).sort(), Object.keys(shown).sort(), where);
  for (const [key, value] of Object.entries(actual)) {
    assertLike(value, (shown as Record<string, unknown>)[key], `${where}.${key}`);
  }
}

describe('the webhook page', () => {
  const page = documentOf('webhooks.md');
  let lectern: Lectern;
  let shell: Shell;
  before(async () => {
    const [start = ''] = codeIn(page, 'sh');
    const settings = [...start.matchAll(/(LECTERN_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]);
    lectern = await startLectern(Object.fromEntries(settings));
    shell = shellOf(lectern);
  });
  after(async () => {
    await shell?.end('kill $receiver 2>/dev/null');
    await lectern?.remove();
  });

  /** What the receiver prints because of a block. */
  const printed: [asked: string, said: RegExp][] = [
    ['"eventName\\": \\"call_started', /^a test delivery: call_started$/m],
    ['/redeliver\n', /^known already: [0-9a-f]{24}$/m],
    ['dateFrom', /^a test delivery: call_finished$/m],
    ['"record_started"', /^a test delivery: record_started$/m],
    ['"record_finished"', /^a test delivery: record_finished$/m],
    ['"record_failed"', /^a test delivery: record_failed$/m],
  ];

  test('every line of it works when it is pasted, and every answer on it is like the one that came', async () => {
    const text = await pageFor(lectern, page);
    let answer = '';
    let compared = 0;
    const expected = new Set(printed.map(([, said]) => said));
    for (const { language, code } of blocksIn(text)) {
      if (language === 'sh' && !code.includes('npm start')) {
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
    assert.deepEqual([compared, expected.size], [8, 0]);
    assert.doesNotMatch(shell.output, /wrong signature|command not found|Error|"code":/);
  });

  test('its example for the SDK opens a delivery, and answers 401 to what is none', async () => {
    const [code = ''] = codeIn(page, 'ts').filter((one) => one.includes('verifyWebhook'));
    const folder = mkdtempSync(join(tmpdir(), 'lectern-documentation-'));
    const file = join(folder, 'receive.ts');
    const sdk = pathToFileURL(resolve(import.meta.dirname, '../../../contract/client/index.ts')).href;
    try {
      writeFileSync(file, code.replace('./contract/client/index.ts', sdk));
      const { receive } = await import(file);
      const delivery = { eventId: newId(), body: recordedInner, callId: newId(), isTest: true };
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

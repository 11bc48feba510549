import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { dispose } from '@livekit/rtc-node';
import { codeIn, documentOf, Shell } from '../../testing/documents.ts';
import { type Lectern, startLectern } from '../../testing/lectern.ts';
import { connect, enterBy } from '../../testing/meeting.ts';
import type { Place } from '../../testing/place.ts';
import { freePorts } from '../../testing/ports.ts';
import { waitUntil } from '../../testing/wait.ts';

describe('getting started', () => {
  let lectern: Lectern;
  let shell: Shell;
  before(async () => {
    lectern = await startLectern();
    const { PATH = '', HOME = '' } = process.env;
    shell = new Shell({ PATH, HOME, LECTERN_DATA_DIR: lectern.dataDir });
  });
  after(async () => {
    await shell?.end('kill $receiver 2>/dev/null');
    await lectern?.remove();
    await dispose();
  });

  test('every line of it works when it is pasted, from the token to the analytics', async () => {
    const port = String((await freePorts()).http);
    const text = documentOf('getting-started.md')
      .replaceAll('http://localhost:8080', lectern.url)
      .replaceAll('owner@localhost.localdomain', lectern.owner.email)
      .replaceAll('9000', port);
    const [start, ...blocks] = codeIn(text, 'sh');
    assert.match(start ?? '', /^LECTERN_WEBHOOK_ALLOWED_NETWORKS=127\.0\.0\.0\/8 npm start$/m);
    const until = blocks.findIndex((block) => block.includes('generate-access'));
    for (const block of blocks.slice(0, until)) await shell.paste(block);
    const links = (await shell.paste(blocks[until] ?? '')).match(/^http\S+$/gm) ?? [];
    assert.equal(links.length, 2, shell.output);

    const [spaceId = '', roomId = ''] = (await shell.paste('echo $space $room')).trim().split(' ');
    const owner = lectern.client(lectern.owner.personalToken);
    const at = { spaceId, roomId };
    const place: Place = { owner, spaceId, at, room: await owner.getRoom(at) };
    const said = (event: string) =>
      waitUntil(() => shell.output.includes(`${event} in room ${roomId}`), {
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

describe('the webhook page', () => {
  const text = documentOf('webhooks.md');
  const [delivery = ''] = codeIn(text, 'json').map((code) => code.trimEnd());
  const secret = 'Yq3vP0bC8mTzR5kLxW7dNfH2sJ9gUaE4';
  const folder = mkdtempSync(join(tmpdir(), 'lectern-documentation-'));
  after(() => rmSync(folder, { recursive: true }));

  /** Runs a snippet on deliveries and gives what it says of each. */
  function run(program: string[], file: string, code: string): string[] {
    writeFileSync(join(folder, file), code);
    const { stdout, stderr, error } = spawnSync(program[0] ?? '', [...program.slice(1), join(folder, file)], {
      input: JSON.stringify([delivery, delivery.replace('started', 'finished'), delivery.slice(1), '{}', '']),
      encoding: 'utf8',
    });
    if (error) throw error;
    assert.equal(stderr, '');
    return stdout.trim().split('\n');
  }
  const expected = ['call_started', 'null', 'null', 'null', 'null'];

  test('its TypeScript opens the delivery that it shows, and nothing else', () => {
    const [code = ''] = codeIn(text, 'ts');
    const use = `
      import { readFileSync } from 'node:fs';
      for (const raw of JSON.parse(readFileSync(0, 'utf8')))
        console.log(openDelivery(Buffer.from(raw), '${secret}')?.eventName ?? 'null');`;
    assert.deepEqual(run([process.execPath], 'check.ts', code + use), expected);
  });

  test('its Python does, too', (t) => {
    if (spawnSync('python3', ['--version']).error) return t.skip('there is no python3 on this machine');
    const [code = ''] = codeIn(text, 'python');
    const use = `
import sys
for raw in json.load(sys.stdin):
    event = open_delivery(raw.encode(), '${secret}')
    print(event['eventName'] if event else 'null')
`;
    assert.deepEqual(run(['python3'], 'check.py', code + use), expected);
  });
});

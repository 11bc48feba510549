import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type GuideBlocks, openGuide, type Shell, shellOf } from '../../testing/answers/documents.ts';
import { assertLike } from '../../testing/answers/shown-answer.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';

let lectern: Lectern;
before(async () => {
  lectern = await startInProcess();
});
after(() => lectern?.remove());

/** Runs a guide in a shell. `next` pastes its next block and returns the lines printed on standard output. */
function terminalFor(guide: GuideBlocks) {
  let shell: Shell;
  before(async () => {
    await guide.adaptTo(lectern);
    shell = shellOf(lectern);
  });
  after(() => shell?.end(''));
  return {
    next: async (): Promise<string[]> => {
      const lines = (await shell.paste(guide.next())).split('\n');
      return lines.filter((line) => line !== '' && !/ of owner@|^npm warn/.test(line));
    },
    output: () => shell.output,
  };
}

describe('the guide to accounts and credentials', () => {
  const guide = openGuide('docs/integrators/accounts.md');
  const { next, output } = terminalFor(guide);

  test('every block works when it is pasted, and every response is like the one in the guide', async () => {
    const shown = async () => {
      const [answer = ''] = await next();
      assertLike(JSON.parse(answer), JSON.parse(guide.next('json')), answer);
    };
    assert.deepEqual(await next(), []);
    assert.deepEqual(await next(), ['604800']);
    await shown();
    assert.deepEqual(await next(), ['Anna']);
    assert.deepEqual(await next(), ['anna@example.org']);
    assert.deepEqual(await next(), ['Anna']);
    await shown();
    await shown();
    const [twice = '', ...rest] = await next();
    assert.equal(JSON.parse(twice).error, 'invalid_request');
    assert.deepEqual(rest, ['email_taken', 'email password username']);
    assert.deepEqual(await next(), ['204']);
    guide.next('json');
    assert.deepEqual(await next(), ['scope_missing']);
    assert.deepEqual(await next(), ['Physics']);
    assert.deepEqual(await next(), ['createSpaceToken']);
    guide.assertUsed();
    assert.doesNotMatch(output(), /command not found|Error/);
  });
});

describe('the guide to people', () => {
  const guide = openGuide('docs/integrators/people.md');
  const { next, output } = terminalFor(guide);

  test('every block works when it is pasted', async () => {
    assert.deepEqual(await next(), []);
    assert.deepEqual(await next(), []);
    assert.deepEqual(await next(), ['role_space_user', 'role_space_user']);
    assert.deepEqual(await next(), ['role_space_moderator', '0']);
    assert.deepEqual(await next(), ['role_room_moderator', '2']);
    const [url = '', status] = await next();
    assert.match(url, /^http\S+accessToken=/);
    assert.equal(status, 'revoked');
    guide.assertUsed();
    assert.doesNotMatch(output(), /command not found|Error|"code"/);
  });
});

describe('the guide to entering', () => {
  const guide = openGuide('docs/integrators/entering.md');
  const { next, output } = terminalFor(guide);

  test('every block works when it is pasted', async () => {
    assert.deepEqual(await next(), []);
    assert.deepEqual(await next(), ['School class']);
    const [url = '', status] = await next();
    assert.match(url, /^http\S+accessToken=/);
    assert.equal(status, 'unused');
    assert.deepEqual(await next(), ['email 0c5b7a5e-8a52-4b1e-9a11-6d8f3c2e1a01', 'admitted']);
    assert.deepEqual(await next(), ['moderator', 'moderator', 'anybody', 'admitted']);
    assert.deepEqual(await next(), ['guests', 'waiting', 'admitted', 'admitted']);
    assert.deepEqual(await next(), ['#7a1f3d']);
    guide.assertUsed();
    assert.doesNotMatch(output(), /command not found|Error|"code"/);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Shell } from './documents.ts';

test('a background process of one block prints into no line of a later block', async () => {
  const { PATH = '' } = process.env;
  const shell = new Shell({ PATH });
  try {
    await shell.paste('(while :; do echo "told in between"; sleep 0.01; done) & teller=$!');
    const answer = await shell.paste(`printf '{"a":'\nsleep 0.3\necho '1}'`);
    assert.deepEqual(JSON.parse(answer), { a: 1 });
    assert.match(shell.output, /told in between/);
  } finally {
    await shell.end('kill $teller');
  }
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { curlOf } from './curl.ts';

test('a shell passes the exact body to curl, and runs nothing else', () => {
  const body = '{"a":"it\'s $(touch x) `id` \\n \\" !"}';
  const url = "https://lms.example.org/?a=1&b='; rm -rf /";
  const command = curlOf({ url, headers: { 'webhook-id': "o'1" }, body });
  // `curl` is a function here that prints its arguments.
  const { stdout } = spawnSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], {
    encoding: 'utf8',
  });
  assert.deepEqual(stdout.split('\0'), ['-i', url, '-H', "webhook-id: o'1", '--data-raw', body, '']);
});

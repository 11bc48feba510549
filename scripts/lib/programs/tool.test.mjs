import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { cache } from '../paths.mjs';
import { ensureTool } from './tool.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lectern-tool-'));
const name = `tool-of-a-test-${process.pid}`;
after(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(join(cache, name), { force: true });
});

const good = join(folder, 'good');
writeFileSync(good, '');
const runs = async (path) => path === good;
const tool = (ways) => ({ name, what: 'Tool', setting: 'LECTERN_TEST_TOOL', runs, ways });

test('if no source has one that runs, every reason is printed and nothing is stored', async () => {
  const ways = [
    ['installed', async () => undefined],
    ['fetched', async () => Promise.reject(new Error('no network'))],
  ];
  await assert.rejects(ensureTool(tool(ways), ''), {
    message: 'no Tool could be had (installed: none that runs; fetched: no network)',
  });
});

test('the first source with one that runs is used, and stored', async () => {
  const ways = [
    ['broken', async () => join(folder, 'broken')],
    ['right', async () => good],
  ];
  assert.equal(await ensureTool(tool(ways), ''), good);
  assert.equal(readFileSync(join(cache, name), 'utf8').trim(), good);
  assert.equal(await ensureTool(tool([]), ''), good);
});

test('the program in the environment is used if it runs; otherwise no source is tried', async () => {
  assert.equal(await ensureTool(tool([]), good), good);
  const named = join(folder, 'other');
  await assert.rejects(
    ensureTool(tool([['right', async () => good]]), named),
    /LECTERN_TEST_TOOL names .*other/,
  );
});

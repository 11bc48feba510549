import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectLog } from '../../../testing/collected-log.ts';
import type { Db } from '../../platform/db/db.ts';
import { runAfterCommit } from './after-commit.ts';

test('an effect that fails after the commit is logged, and the call succeeds', async () => {
  const { lines, log } = collectLog();
  const failing = () => Promise.reject(new Error('the media server refused'));
  await runAfterCommit({ db: {} as Db, log }, [failing], 'some event');
  assert.match(String(lines[0]?.msg), /failed after its change was stored/);
  assert.match(JSON.stringify(lines[0]), /the media server refused/);
});

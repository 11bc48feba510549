import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseOf } from '../../testing/database.ts';
import { startInProcess } from '../../testing/in-process.ts';
import { newId } from '../platform/ids.ts';
import { BbbClient } from './testing/bbb-client.ts';

const LECTERN_BBB_SECRET = 's'.repeat(64);

test('a setting with the id of no group refuses the start', async () => {
  const LECTERN_BBB_SPACE = newId();
  const started = startInProcess({ LECTERN_BBB_SECRET, LECTERN_BBB_SPACE });
  await assert.rejects(started, new RegExp(`LECTERN_BBB_SPACE: there is no group ${LECTERN_BBB_SPACE}`));
});

test('without an account that could own its group the API of the installation answers 503', async () => {
  const lectern = await startInProcess({ LECTERN_BBB_SECRET });
  const whole = new BbbClient(`${lectern.url}/bigbluebutton/`, LECTERN_BBB_SECRET);
  const { pool, close } = await databaseOf(lectern);
  await pool.query('UPDATE users SET disabled_at = now()');
  const answer = await whole.call('getMeetings');
  assert.deepEqual([answer.status, answer.field('returncode')], [503, 'FAILED']);
  await pool.query('UPDATE users SET disabled_at = NULL');
  assert.equal((await whole.call('getMeetings')).field('messageKey'), 'noMeetings');
  await close();
  await lectern.remove();
});

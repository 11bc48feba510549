import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { ForeignClients } from '../../../server/testing/bbb/foreign-clients.ts';
import type { ForeignStage } from '../../../server/testing/bbb/foreign-stage.ts';
import { inherited } from '../../../server/testing/processes/processes.ts';
import { type FolderOf, ours } from './sources.ts';

/** Somebody joins a room of the WordPress plug-in, and its recording is managed. */
export async function driveWordPress(stage: ForeignStage, at: FolderOf): Promise<void> {
  const { base, secret } = stage.server;
  const settings = [at('wordpress-plugin_bigbluebutton'), base, secret];
  const env = { ...inherited(), LMS_SOAK: JSON.stringify(settings) };
  const quiet = ['-d', 'display_errors=stderr'];
  const plugin = ForeignClients.run('php', [...quiet, ours('wordpress.php')], env);
  const call = <Result>(name: string, ...given: unknown[]) => plugin.call<Result>(name, given);
  const room = 5;
  try {
    assert.equal(await call('test_bigbluebutton_server', base, secret), true);
    assert.equal(await call('test_bigbluebutton_server', base, `${secret}x`), false);
    assert.equal(await call('is_meeting_running', room), false);
    // It creates the meeting, and again as long as nobody is in.
    for (const code of ['viewer-code', 'moderator-code'])
      await stage.follow(await call('get_join_meeting_url', room, `Ann & ${code}`, code));
    assert.equal(await call('is_meeting_running', room), true);
    const meetingID = createHash('sha1').update(`room ${room}`).digest('hex');
    const info = await stage.group.bbb.call('getMeetingInfo', { meetingID });
    const recordId = info.field('internalMeetingID') ?? '';
    assert.equal(info.field('participantCount'), '2');
    await stage.record(recordId);
    await stage.group.bbb.call('end', { meetingID });
    await stage.isPublished(recordId);
    const recordings = (rooms: number[], state = 'published') =>
      call<{ recordID: string; protected: string }[]>('get_recordings', rooms, state);
    assert.deepEqual(
      (await recordings([room, 6])).map(({ recordID }) => recordID),
      [recordId],
    );
    assert.deepEqual(await recordings([6]), []);
    assert.equal(await call('set_recording_protect_state', recordId, 'true'), 200);
    assert.equal((await recordings([room]))[0]?.protected, 'true');
    assert.equal(await call('set_recording_edits', recordId, 'name', 'New name'), 200);
    assert.equal(await call('set_recording_publish_state', recordId, 'false'), 200);
    assert.equal((await recordings([room], 'published,unpublished')).length, 1);
    assert.deepEqual(await recordings([room]), []);
    assert.equal(await call('delete_recording', recordId), 200);
    assert.equal(await call('delete_recording', recordId), 500);
  } finally {
    await plugin.close();
  }
}

/**
 * The API that is compatible with BigBlueButton, for a group or for the whole installation. Owns `bbb_servers`,
 * `bbb_default_space`, `bbb_meetings`, `bbb_logos`, `bbb_joins`, `bbb_recordings`, `bbb_text_tracks`, `bbb_deliveries`,
 * `bbb_delivery_attempts`, `bbb_hooks`, `bbb_hook_events`, `bbb_joined_people`, `bbb_sources` and `bbb_presenters`.
 * It adds no second way to enter, lead or be removed: a meeting is a room, `join` makes an access link, and `end` ends
 * the call for all (docs/decisions/0206).
 * Listens to: people who enter, calls that are ended for all, rooms that are deleted.
 * Look first: `register.ts` receives a request, `request/handle.ts` checks it, `known-calls.ts` lists the calls; `routes.ts`
 * has the operations of a group's owner.
 */

export { deleteOldCallbacks } from './callbacks/log/log.store.ts';
export { secretReader } from './callbacks/secrets.ts';
export { callbackJob } from './callbacks/sending/deliver.ts';
export { announceEnd } from './ended.ts';
export { deleteHooks, endedHooksJob } from './hooks/ended.ts';
export { deletePastMeetings, eraseJoins } from './meetings/store.ts';
export { filterPlaybackKeys } from './recordings/playback/readers.ts';
export { registerPlayback } from './recordings/playback/routes.ts';
export { readyRecordingsJob } from './recordings/ready.ts';
export { reencryptServerSecrets } from './secret.ts';
export { forgetPreviousServerSecrets } from './servers.store.ts';

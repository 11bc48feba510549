/**
 * The API that is compatible with BigBlueButton, for a group or for the whole installation. Owns `bbb_servers`,
 * `bbb_default_space`, `bbb_meetings`, `bbb_joins`, `bbb_recordings`, `bbb_text_tracks`, `bbb_deliveries` and
 * `bbb_delivery_attempts`.
 * It adds no second way to enter, lead or be removed: a meeting is a room, `join` makes an access link, and `end` ends
 * the call for all (docs/decisions/0206).
 * Look first: `routes.ts` has the operations of a group's owner.
 */

export { deleteOldCallbacks } from './callbacks/log/log.store.ts';
export { secretReader } from './callbacks/secrets.ts';
export { callbackJob } from './callbacks/sending/deliver.ts';
export { announceEnd } from './ended.ts';
export { filterPlaybackKeys } from './recordings/playback/readers.ts';
export { registerPlayback } from './recordings/playback/routes.ts';
export { readyRecordingsJob } from './recordings/ready.ts';
export { reencryptServerSecrets } from './secret.ts';
export { forgetPreviousServerSecrets } from './servers.store.ts';

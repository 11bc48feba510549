/**
 * The API that is compatible with BigBlueButton, for a group or for the whole installation. Owns `bbb_servers`,
 * `bbb_default_space`, `bbb_meetings`, `bbb_joins` and `bbb_recordings`.
 * It adds no second way to enter, lead or be removed: a meeting is a room, `join` makes an access link, and `end` ends
 * the call for all (docs/decisions/0206).
 * Look first: `routes.ts` has the operations of a group's owner.
 */

export { reencryptServerSecrets } from './secret.ts';
export { forgetPreviousServerSecrets } from './servers.store.ts';

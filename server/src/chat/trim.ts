import type { Db } from '../platform/db/db.ts';
import { holdChannel } from './channels.store.ts';
import { channelsAfter, deleteOldPolls, deletePastUsers, trimChanges } from './trim.store.ts';

const changesAtOnce = 250;
const channelsAtOnce = 200;
const usersAtOnce = 500;

/** Each call erases a batch of changes, messages and polls that are older than `before`. @returns whether there may be more */
export function trimmingChat(before: Date): (trx: Db) => Promise<boolean> {
  let after = '0';
  let due: string[] = [];
  return async (trx) => {
    const [channelId] = due;
    if (channelId === undefined) {
      const channels = await channelsAfter(trx, { after, before, limit: channelsAtOnce });
      const ids = channels.map(({ id }) => id);
      await deleteOldPolls(trx, ids, before);
      due = channels.filter(({ isDue }) => isDue).map(({ id }) => id);
      after = ids.at(-1) ?? after;
      return channels.length > 0;
    }
    const isThere = await holdChannel(trx, channelId);
    const more = isThere && (await trimChanges(trx, channelId, { before, limit: changesAtOnce }));
    if (!more) due = due.slice(1);
    return true;
  };
}

/** The same for people who came by rooms alone and of whom nothing else is left. */
export function forgettingChatUsers(before: Date): (trx: Db) => Promise<boolean> {
  let after = '0';
  return async (trx) => {
    const last = await deletePastUsers(trx, { after, before, limit: usersAtOnce });
    after = last ?? after;
    return last !== undefined;
  };
}

import type { Db } from '../platform/db/db.ts';
import { lockChannel } from './channels/store.ts';
import { channelsAfter, deletePastPoll, deletePastUsers, pollsAfter, trimChanges } from './trim.store.ts';

const changesAtOnce = 250;
const channelsAtOnce = 200;
const pollsAtOnce = 200;
const votesAtOnce = 500;
const usersAtOnce = 500;

/** Each call erases a batch of changes and messages that are older than `before`. @returns whether there may be more */
export function createChatTrimmer(before: Date): (trx: Db) => Promise<boolean> {
  let after = '0';
  let due: string[] = [];
  return async (trx) => {
    const [channelId] = due;
    if (channelId === undefined) {
      const channels = await channelsAfter(trx, { after, before, limit: channelsAtOnce });
      due = channels.filter(({ isDue }) => isDue).map(({ id }) => id);
      after = channels.at(-1)?.id ?? after;
      return channels.length > 0;
    }
    const isThere = await lockChannel(trx, channelId);
    const more = isThere && (await trimChanges(trx, channelId, { before, limit: changesAtOnce }));
    if (!more) due = due.slice(1);
    return true;
  };
}

/** The same for polls with their votes. */
export function createPollEraser(before: Date): (trx: Db) => Promise<boolean> {
  let after = '0';
  let due: { id: string; channelId: string }[] = [];
  return async (trx) => {
    const [poll] = due;
    if (poll === undefined) {
      const polls = await pollsAfter(trx, { after, before, limit: pollsAtOnce });
      due = polls.filter(({ isDue }) => isDue);
      after = polls.at(-1)?.id ?? after;
      return polls.length > 0;
    }
    // The lock on the channel keeps everybody from starting, stopping or voting.
    const isThere = await lockChannel(trx, poll.channelId);
    const more = isThere && (await deletePastPoll(trx, poll.id, { before, limit: votesAtOnce }));
    if (!more) due = due.slice(1);
    return true;
  };
}

/** The same for people who only entered rooms and of whom nothing else is left. */
export function createChatUserEraser(before: Date): (trx: Db) => Promise<boolean> {
  let after = '0';
  return async (trx) => {
    const last = await deletePastUsers(trx, { after, before, limit: usersAtOnce });
    after = last ?? after;
    return last !== undefined;
  };
}

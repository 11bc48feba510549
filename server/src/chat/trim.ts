import type { Db } from '../platform/db/db.ts';
import { lockChannel } from './channels/store.ts';
import {
  channelsAfter,
  type DueInChannel,
  deletePastPoll,
  deletePastUsers,
  pollsAfter,
  trimChanges,
} from './trim.store.ts';

const changesAtOnce = 250;
const channelsAtOnce = 200;
const pollsAtOnce = 200;
const votesAtOnce = 500;
const usersAtOnce = 500;

type Eraser = (trx: Db) => Promise<boolean>;

/** Walks through channels or polls by id, and erases what is due in each, in batches, with its channel locked. */
function createEraser(
  next: (trx: Db, after: string) => Promise<DueInChannel[]>,
  eraseSome: (trx: Db, id: string) => Promise<boolean>,
): Eraser {
  let after = '0';
  let due: DueInChannel[] = [];
  return async (trx) => {
    const [one] = due;
    if (!one) {
      const looked = await next(trx, after);
      due = looked.filter(({ isDue }) => isDue);
      after = looked.at(-1)?.id ?? after;
      return looked.length > 0;
    }
    // The lock on the channel keeps everybody from starting, stopping or voting.
    const isMore = (await lockChannel(trx, one.channelId)) && (await eraseSome(trx, one.id));
    if (!isMore) due = due.slice(1);
    return true;
  };
}

/** Each call erases a batch of changes and messages that are older than `before`. @returns whether there may be more */
export const createChatTrimmer = (before: Date): Eraser =>
  createEraser(
    (trx, after) => channelsAfter(trx, { after, before, limit: channelsAtOnce }),
    (trx, id) => trimChanges(trx, id, { before, limit: changesAtOnce }),
  );

/** The same for polls with their votes. */
export const createPollEraser = (before: Date): Eraser =>
  createEraser(
    (trx, after) => pollsAfter(trx, { after, before, limit: pollsAtOnce }),
    (trx, id) => deletePastPoll(trx, id, { before, limit: votesAtOnce }),
  );

/** Each call deletes chat users whose participants are deleted and who left nothing newer. @returns as above */
export function createChatUserEraser(before: Date): Eraser {
  let after = '0';
  return async (trx) => {
    const last = await deletePastUsers(trx, { after, before, limit: usersAtOnce });
    after = last ?? after;
    return last !== undefined;
  };
}

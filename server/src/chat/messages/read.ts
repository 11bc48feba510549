import type { Answer, Query } from '../../../../contract/routes.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuseField } from '../../platform/errors.ts';
import type { ChannelAccess } from '../access.ts';
import { changesAfter } from '../changes.store.ts';
import { presentMessage } from '../present.ts';
import { messagesIn } from './store.ts';

const pageSize = 50;
const longestPage = 200;
const longestRange = 1000;

/** A page of messages, or with `since` the changes after a number (chat.md, "Paging"). */
export async function readMessages(
  db: Db,
  { channel }: ChannelAccess,
  query: Query<'listMessages'>,
): Promise<Answer<'listMessages'>> {
  const { before, until, after, since, limit } = query;
  if (since !== undefined) {
    const changes = await changesAfter(db, channel.id, { after: since, limit: limit ?? longestRange });
    return changes.map(({ event, payload, seq }) => ({ event, payload: JSON.parse(payload), seq }));
  }
  if (limit !== undefined && limit > longestPage) refuseField('limit', `must be at most ${longestPage}`);
  if (until !== undefined && before === undefined) refuseField('until', 'requires `before`');
  const range = { before, until, after, limit: until === undefined ? (limit ?? pageSize) : longestRange };
  return (await messagesIn(db, channel.id, range)).map(presentMessage);
}

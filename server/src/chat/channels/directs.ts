import type { Answer } from '../../../../contract/routes.ts';
import { type Db, inSnapshot, inTransaction, onCommit } from '../../platform/db/db.ts';
import { refuse, refuseField } from '../../platform/errors.ts';
import { admittedChatUser, type ChatRequest, participantIdOf } from '../access.ts';
import { publishToUser } from '../changes.ts';
import type { ChatParts } from '../parts.ts';
import { settingsOfApplication } from '../people/applications.store.ts';
import { chatUserById } from '../people/store.ts';
import type { ChatUser } from './channel.ts';
import { type ChannelPage, openChannel, withContents } from './open.ts';
import { isInModeratedRoomTogether, joinedChannels } from './rights.store.ts';
import { ensureDirect, joinMember } from './store.ts';

type Channel = Answer<'createDirect'>;

export async function listDirects(parts: ChatParts, by: ChatRequest, page: ChannelPage): Promise<Channel[]> {
  const user = await admittedChatUser(parts, by);
  const as = { userId: user.id, participantId: participantIdOf(by.caller) };
  return inSnapshot(by.db, async (trx) =>
    withContents(
      trx,
      { user, participantId: as.participantId },
      await joinedChannels(trx, as, { which: 'direct', ...page }),
    ),
  );
}

/** The session of a participant does not speak for a person's account in the chat. */
const isAccount = ({ caller }: ChatRequest): boolean => caller.kind === 'chat';
const hasAccount = ({ kind }: ChatUser): boolean => kind === 'm2m' || kind === 'registered';

/** The integrator's people may write to each other; in a room's chat one of the two must be its moderator. */
async function maySendDirect(db: Db, by: ChatRequest, [user, other]: [ChatUser, ChatUser]): Promise<boolean> {
  if (!(await settingsOfApplication(db, user.spaceId)).displayDirect) return false;
  if (isAccount(by) && hasAccount(user) && hasAccount(other)) return true;
  const asker = { userId: user.id, participantId: participantIdOf(by.caller) };
  return isInModeratedRoomTogether(db, asker, { userId: other.id });
}

/** Finds or creates the direct channel with a person. Both join it; the one who was not in it is notified. */
export async function createDirect(parts: ChatParts, by: ChatRequest, userId: string): Promise<Channel> {
  const { db, caller } = by;
  const user = await admittedChatUser(parts, by);
  const other = await chatUserById(db, userId);
  if (other?.spaceId !== user.spaceId) return refuse('not_found');
  if (other.id === user.id) refuseField('userId', 'must be the id of another person');
  if (!(await maySendDirect(db, by, [user, other]))) refuse('forbidden');
  const pair = BigInt(user.id) < BigInt(other.id) ? [user, other] : [other, user];
  const channelId = await inTransaction(db, async (trx) => {
    const ids = pair.map(({ id }) => id);
    const id = await ensureDirect(trx, user.spaceId, ids);
    for (const person of pair) {
      if (!(await joinMember(trx, id, person.id))) continue;
      const payload = await openChannel(trx, { channelId: id, user: person });
      onCommit(trx, () => {
        parts.socket.recheck([person.id]);
        publishToUser(parts, person.id, { event: 'new-direct', payload });
      });
    }
    return id;
  });
  return openChannel(db, { channelId, user, participantId: participantIdOf(caller) });
}

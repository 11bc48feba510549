import type { Body } from '../../../../contract/routes.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { refuse, refuseField } from '../../platform/errors.ts';
import { publishChange } from '../changes.ts';
import type { ChatUser } from '../channels/channel.ts';
import { channelsJoinedBy } from '../channels/store.ts';
import type { ChatParts } from '../parts.ts';
import { chatUserById, mayRename, updateChatUser, upsertUserOfParticipant } from './store.ts';

/** What of a person others see beside their words. */
export interface Profile {
  displayName?: string;
  avatarUrl?: string | null;
}

/** Says in every channel that somebody joined what they look like from now on. */
export async function publishProfile(
  parts: Pick<ChatParts, 'socket'>,
  trx: Db,
  { userId, looks }: { userId: string; looks: Profile },
): Promise<void> {
  if (Object.keys(looks).length === 0) return;
  // In the order of their ids: two people of the same channels do not wait for each other.
  for (const channelId of await channelsJoinedBy(trx, userId)) {
    await publishChange(parts, trx, {
      channelId,
      event: 'user-update-profile',
      payload: { userId, ...looks },
    });
  }
}

/** Makes a participant somebody in the chat; who comes back under another name is renamed for all who see them. */
export const syncChatUser = (
  parts: Pick<ChatParts, 'socket'>,
  db: Db,
  participantId: string,
): Promise<ChatUser | undefined> =>
  inTransaction(db, async (trx) => {
    const settled = await upsertUserOfParticipant(trx, participantId);
    if (!settled) return undefined;
    const { id: userId, displayName, nameBefore } = settled;
    if (nameBefore !== null && nameBefore !== displayName) {
      await publishProfile(parts, trx, { userId, looks: { displayName } });
    }
    return chatUserById(trx, userId);
  });

/** A picture that others are shown comes from our own address: theirs would tell its owner who looks. */
export function checkAvatarUrl(
  { webUrl }: Pick<ChatParts, 'webUrl'>,
  avatarUrl: string | null | undefined,
): void {
  if (avatarUrl && new URL(avatarUrl).origin !== webUrl.origin) {
    refuseField('avatarUrl', `must be an address of ${webUrl.origin}`);
  }
}

/** Only what is other than before. */
const changesOf = (user: ChatUser, { displayName, avatarUrl }: Profile): Profile => ({
  ...(displayName !== undefined && displayName !== user.displayName && { displayName }),
  ...(avatarUrl !== undefined && avatarUrl !== user.avatarUrl && { avatarUrl }),
});

/** Changes how somebody is seen; participants' names follow what their rooms allow. */
export async function updateProfile(
  parts: ChatParts,
  db: Db,
  { user, body }: { user: ChatUser; body: Body<'updateProfile'> },
): Promise<void> {
  const { displayName, avatarUrl } = body;
  const isRenaming = displayName !== undefined && displayName.trim() !== user.displayName;
  if (isRenaming && !(await mayRename(db, user.id))) refuse('forbidden');
  checkAvatarUrl(parts, avatarUrl);
  const looks = {
    ...(displayName !== undefined && { displayName: displayName.trim() }),
    ...(avatarUrl !== undefined && { avatarUrl }),
  };
  await inTransaction(db, async (trx) => {
    const changes = changesOf(user, looks);
    if (Object.keys(changes).length === 0) return;
    if (!(await updateChatUser(trx, user.id, changes))) refuse('unauthorized');
    await publishProfile(parts, trx, { userId: user.id, looks: changes });
  });
}

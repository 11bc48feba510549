import type { Body } from '../../../../contract/routes.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { refuse, refuseField } from '../../platform/errors.ts';
import { publishChange } from '../changes.ts';
import type { ChatUser } from '../channels/channel.ts';
import { channelsJoinedBy } from '../channels/store.ts';
import type { ChatParts, SocketPart } from '../parts.ts';
import { chatUserById, mayRename, updateChatUser, upsertUserOfParticipant } from './store.ts';

/** The fields of a person that others see besides their messages. */
type Profile = Partial<Pick<ChatUser, 'displayName' | 'avatarUrl'>>;

/** Publishes a person's new profile in every channel that they joined. */
export async function publishProfile(
  parts: SocketPart,
  trx: Db,
  { userId, looks }: { userId: string; looks: Profile },
): Promise<void> {
  if (Object.keys(looks).length === 0) return;
  // Lock order: by channel id, so that two people of the same channels do not deadlock.
  for (const channelId of await channelsJoinedBy(trx, userId)) {
    await publishChange(parts, trx, {
      channelId,
      event: 'user-update-profile',
      payload: { userId, ...looks },
    });
  }
}

/** Makes a participant a chat user. If they return under another name, publishes it to everybody who sees them. */
export const syncChatUser = (
  parts: SocketPart,
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

/** Requires a picture from our own address: another server would learn who looks at it. */
export function checkAvatarUrl(
  { webUrl }: Pick<ChatParts, 'webUrl'>,
  avatarUrl: string | null | undefined,
): void {
  if (avatarUrl && new URL(avatarUrl).origin !== webUrl.origin) {
    refuseField('avatarUrl', `must be an address of ${webUrl.origin}`);
  }
}

/** Keeps only the fields that differ. */
export const changedFieldsOf = (user: ChatUser, { displayName, avatarUrl }: Profile): Profile => ({
  ...(displayName !== undefined && displayName !== user.displayName && { displayName }),
  ...(avatarUrl !== undefined && avatarUrl !== user.avatarUrl && { avatarUrl }),
});

/** Changes a person's profile. A participant may change the name only if all their rooms allow it. */
export async function updateProfile(
  parts: ChatParts,
  db: Db,
  { user, body }: { user: ChatUser; body: Body<'updateProfile'> },
): Promise<void> {
  const { displayName, avatarUrl } = body;
  const isRenaming = displayName !== undefined && displayName.trim() !== user.displayName;
  if (isRenaming && !(await mayRename(db, user.id))) refuse('forbidden');
  checkAvatarUrl(parts, avatarUrl);
  const wanted = displayName === undefined ? body : { ...body, displayName: displayName.trim() };
  const changes = changedFieldsOf(user, wanted);
  if (Object.keys(changes).length === 0) return;
  await inTransaction(db, async (trx) => {
    if (!(await updateChatUser(trx, user.id, changes))) refuse('unauthorized');
    await publishProfile(parts, trx, { userId: user.id, looks: changes });
  });
}

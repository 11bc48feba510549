import type { Answer, Body } from '../../../../contract/routes.ts';
import { after, seconds, timestampOrNull } from '../../platform/clock.ts';
import { type Db, inTransaction, onCommit } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { roomById, setChatAllowed } from '../../rooms/rooms.ts';
import type { ChannelAccess } from '../access.ts';
import { publishChange, publishToUser } from '../changes.ts';
import type { ChatParts } from '../parts.ts';
import { chatUserById } from '../people/store.ts';
import { presentSettings } from '../present.ts';
import { publishCallPermissions } from './permissions.ts';
import { findChannelSeenBy } from './rights.store.ts';
import {
  channelSettingsOf,
  channelsOfRoom,
  lockChannel,
  saveChannelSettings,
  setMuted,
  usersJoinedIn,
} from './store.ts';

type Settings = Answer<'updateChannelSettings'>;

/** Represents "until further notice". */
const withoutEnd = new Date('9999-12-31T00:00:00.000Z');

const mutedUntil = (length: number | undefined): Date | null => {
  if (length === undefined) return withoutEnd;
  return length === 0 ? null : after(seconds(length));
};

/** Mutes a person in the channel, also if they join it later. */
export async function muteUser(
  parts: ChatParts,
  db: Db,
  { access: { channel }, body }: { access: ChannelAccess; body: Body<'muteChatUser'> },
): Promise<Settings> {
  const userId = String(body.userId);
  const person = await chatUserById(db, userId);
  if (person?.spaceId !== channel.spaceId) return refuse('not_found');
  const seen = await findChannelSeenBy(db, { channelId: channel.id, userId });
  if (seen?.isModerator) refuse('forbidden');
  const until = mutedUntil(body.seconds);
  await inTransaction(db, async (trx) => {
    if (!(await lockChannel(trx, channel.id))) refuse('not_found');
    await setMuted(trx, { channelId: channel.id, userId, until });
    const payload = { channelId: channel.id, mutedUntil: timestampOrNull(until) };
    onCommit(trx, () => publishToUser(parts, userId, { event: 'muted', payload }));
  });
  return presentSettings(channel);
}

/** Publishes the settings of channels, which are named by id in ascending order, as everybody locks them. */
export async function publishSettingsIn(
  parts: Pick<ChatParts, 'socket'>,
  trx: Db,
  channelIds: string[],
): Promise<void> {
  for (const channelId of channelIds) {
    const settings = (await channelSettingsOf(trx, channelId)) ?? refuse('not_found');
    const payload = { settings: presentSettings(settings) };
    await publishChange(parts, trx, { channelId, event: 'channel-settings', payload });
  }
}

/**
 * Updates the channel's settings. The switch for the chat itself is a setting of its room, and in a playback of all
 * sessions at once.
 */
export async function updateChannelSettings(
  parts: ChatParts,
  db: Db,
  { access: { channel }, body }: { access: ChannelAccess; body: Body<'updateChannelSettings'> },
): Promise<Settings> {
  const { isChatAllowed } = body;
  return inTransaction(db, async (trx) => {
    // Lock order: the room before its channels by id, to avoid a deadlock.
    const switched =
      isChatAllowed !== undefined &&
      channel.roomId !== null &&
      (await setChatAllowed(trx, channel.roomId, isChatAllowed))
        ? channel.roomId
        : undefined;
    const concerned = switched === undefined ? [channel.id] : await channelsOfRoom(trx, switched);
    for (const id of concerned) if (!(await lockChannel(trx, id))) refuse('not_found');
    const isChanged = await saveChannelSettings(trx, channel.id, body);
    if (switched !== undefined || isChanged) await publishSettingsIn(parts, trx, concerned);
    if (switched !== undefined) {
      const room = await roomById(trx, switched);
      if (room?.kind === 'room') await publishCallPermissions(parts, trx, room);
      // People who signed up may listen to a channel only while its chat is on.
      const users = await usersJoinedIn(trx, switched);
      onCommit(trx, () => parts.socket.recheck(users));
    }
    return presentSettings((await channelSettingsOf(trx, channel.id)) ?? refuse('not_found'));
  });
}

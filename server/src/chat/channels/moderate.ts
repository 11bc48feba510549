import { CallPermissions, callPermissionNames } from '../../../../contract/operations/rooms.ts';
import { after, seconds, timestampOrNull } from '../../platform/clock.ts';
import { type Db, inTransaction, onCommit } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { presentFields } from '../../platform/present.ts';
import { type Room, roomById, setChatAllowed } from '../../rooms/rooms.ts';
import { channelInPath } from '../access.ts';
import { publishChange, publishToRoom, publishToUser } from '../changes.ts';
import type { ChatParts, SocketPart } from '../parts.ts';
import { moderatorsHere } from '../people/moderators.store.ts';
import { chatUserById } from '../people/store.ts';
import { presentSettings } from '../present.ts';
import { findChannelSeenBy } from './rights.store.ts';
import {
  channelSettingsOf,
  channelsOfRoom,
  lockChannel,
  saveChannelSettings,
  setMuted,
  usersJoinedIn,
} from './store.ts';

/** Represents "until further notice". */
const withoutEnd = new Date('9999-12-31T00:00:00.000Z');

const mutedUntil = (length: number | undefined): Date | null => {
  if (length === undefined) return withoutEnd;
  return length === 0 ? null : after(seconds(length));
};

/** Publishes the settings of channels, which are named by id in ascending order, as everybody locks them. */
export async function publishSettingsIn(parts: SocketPart, trx: Db, channelIds: string[]): Promise<void> {
  for (const channelId of channelIds) {
    const settings = (await channelSettingsOf(trx, channelId)) ?? refuse('not_found');
    const payload = { settings: presentSettings(settings) };
    await publishChange(parts, trx, { channelId, event: 'channel-settings', payload });
  }
}

/** Publishes what others than moderators may do in the call (docs/decisions/0095). */
export const publishCallPermissions = (
  parts: SocketPart,
  trx: Db,
  { id: roomId, flags }: Pick<Room, 'id' | 'flags'>,
): Promise<void> =>
  publishToRoom(parts, trx, {
    roomId,
    event: 'call-permissions',
    payload: presentFields(CallPermissions, flags),
  });

export const haveSameCallPermissions = (one: Pick<Room, 'flags'>, other: Pick<Room, 'flags'>): boolean =>
  callPermissionNames.every((name) => one.flags[name] === other.flags[name]);

export const moderationEndpoints = (parts: ChatParts): Endpoint[] => [
  // A person is muted in the channel also if they join it later.
  endpoint('muteChatUser', {
    access: channelInPath(parts),
    handle: async ({ db, access: { channel }, body }) => {
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
        const moderators = await moderatorsHere(trx, channel.id);
        onCommit(trx, () => {
          publishToUser(parts, userId, { event: 'muted', payload });
          const news = { event: 'user-muted', payload: { ...payload, userId } };
          for (const moderatorId of moderators) publishToUser(parts, moderatorId, news);
        });
      });
      return presentSettings(channel);
    },
  }),
  // The switch for the chat itself is a setting of its room, and in a playback of all sessions at once.
  endpoint('updateChannelSettings', {
    access: channelInPath(parts),
    handle: ({ db, access: { channel }, body }) =>
      inTransaction(db, async (trx) => {
        const { isChatAllowed } = body;
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
      }),
  }),
];

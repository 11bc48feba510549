import { type Db, inTransaction } from '../../platform/db/db.ts';
import { refuse, refuseField } from '../../platform/errors.ts';
import { checkedByHandler, type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { channelInPath, findChannelFor } from '../access.ts';
import { publishChange } from '../changes.ts';
import { lockChannel } from '../channels/store.ts';
import type { ChatParts, SocketPart } from '../parts.ts';
import { presentMessage } from '../present.ts';
import { channelOfPinInPath, seenPartOf } from './access.ts';
import { deletePin, insertPin, pinOfMessage, pinsIn } from './pins.store.ts';
import { messageById, messagesByIds } from './store.ts';

const most = 50;

/** A pinned message keeps its position. */
export const pinEndpoints = (parts: ChatParts): Endpoint[] => [
  endpoint('pinMessage', {
    access: checkedByHandler,
    handle: async ({ body, least, ...by }) => {
      const { channel } = await findChannelFor(parts, by, { channelId: String(body.channelId), least });
      const channelId = channel.id;
      return inTransaction(by.db, async (trx) => {
        if (!(await lockChannel(trx, channelId))) refuse('not_found');
        const message = await messageById(trx, String(body.messageId));
        if (message?.channelId !== channelId)
          return refuseField('messageId', 'must be a message of this channel');
        const known = await pinOfMessage(trx, message.id);
        if (known) return { ...known, message: presentMessage(message) };
        if ((await pinsIn(trx, channelId)).length >= most)
          refuseField('messageId', `a channel has at most ${most} pinned messages`);
        const pin = await insertPin(trx, channelId, message.id);
        await publishPinChange(parts, trx, { channelId, messageId: message.id, isPinned: true });
        return { ...pin, message: presentMessage(message) };
      });
    },
  }),
  endpoint('unpinMessage', {
    access: channelOfPinInPath(parts),
    handle: ({ db, access, params: { pinId: id } }) =>
      inTransaction(db, async (trx) => {
        const channelId = access?.channel.id;
        if (channelId !== undefined && (await lockChannel(trx, channelId)))
          await deletePinOf(parts, trx, { channelId, id });
      }),
  }),
  endpoint('listPinnedMessages', {
    access: channelInPath(parts),
    handle: async ({ db, caller, access }) => {
      const pins = await pinsIn(db, access.channel.id);
      const part = await seenPartOf(db, { caller, access });
      const messages = await messagesByIds(
        db,
        pins.map(({ messageId }) => messageId),
      );
      return pins.flatMap((pin) => {
        const message = messages.get(pin.messageId);
        const isSeen = message && (!part || message.createdAt > part.since);
        return isSeen ? [{ ...pin, message: presentMessage(message) }] : [];
      });
    },
  }),
];

interface Pinned {
  channelId: string;
  messageId: string;
  isPinned: boolean;
}

const publishPinChange = (parts: SocketPart, trx: Db, { channelId, ...payload }: Pinned): Promise<void> =>
  publishChange(parts, trx, { channelId, event: 'message-pinned', payload });

/** Deletes a pin if it exists. The caller holds the channel's lock. */
export async function deletePinOf(
  parts: SocketPart,
  trx: Db,
  { channelId, ...by }: { channelId: string } & ({ id: string } | { messageId: string }),
): Promise<void> {
  const messageId = await deletePin(trx, by);
  if (messageId !== undefined) await publishPinChange(parts, trx, { channelId, messageId, isPinned: false });
}

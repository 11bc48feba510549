import type { Answer, Body } from '../../../../contract/routes.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { refuse, refuseField } from '../../platform/errors.ts';
import type { ChannelAccess } from '../access.ts';
import { publishChange } from '../changes.ts';
import { lockChannel } from '../channels/store.ts';
import type { ChatParts } from '../parts.ts';
import { presentMessage } from '../present.ts';
import { deletePin, insertPin, pinOfMessage, pinsIn } from './pins.store.ts';
import { messageById, messagesByIds } from './store.ts';

type Pin = Answer<'pinMessage'>;

const most = 50;

/** Pins a message; a pinned message keeps its position. */
export async function pinMessage(
  parts: ChatParts,
  db: Db,
  { access: { channel }, body }: { access: ChannelAccess; body: Body<'pinMessage'> },
): Promise<Pin> {
  const channelId = channel.id;
  return inTransaction(db, async (trx) => {
    if (!(await lockChannel(trx, channelId))) refuse('not_found');
    const message = await messageById(trx, String(body.messageId));
    if (message?.channelId !== channelId)
      return refuseField('messageId', 'must be a message of this channel');
    const known = await pinOfMessage(trx, message.id);
    if (known) return { ...known, message: presentMessage(message) };
    if ((await pinsIn(trx, channelId)).length >= most) {
      refuseField('messageId', `a channel has at most ${most} pinned messages`);
    }
    const pin = await insertPin(trx, channelId, message.id);
    await publishPinChange(parts, trx, { channelId, messageId: message.id, isPinned: true });
    return { ...pin, message: presentMessage(message) };
  });
}

interface Pinned {
  channelId: string;
  messageId: string;
  isPinned: boolean;
}

const publishPinChange = (
  parts: Pick<ChatParts, 'socket'>,
  trx: Db,
  { channelId, ...payload }: Pinned,
): Promise<void> => publishChange(parts, trx, { channelId, event: 'message-pinned', payload });

/** Deletes a pin if it exists. The caller holds the channel's lock. */
export async function deletePinOf(
  parts: Pick<ChatParts, 'socket'>,
  trx: Db,
  { channelId, ...by }: { channelId: string } & ({ id: string } | { messageId: string }),
): Promise<void> {
  const messageId = await deletePin(trx, by);
  if (messageId !== undefined) await publishPinChange(parts, trx, { channelId, messageId, isPinned: false });
}

export const unpinMessage = (
  parts: ChatParts,
  db: Db,
  { access: { channel }, id }: { access: ChannelAccess; id: string },
): Promise<void> =>
  inTransaction(db, async (trx) => {
    if (await lockChannel(trx, channel.id)) await deletePinOf(parts, trx, { channelId: channel.id, id });
  });

/** Newest pin first. */
export async function listPins(db: Db, { channel }: ChannelAccess): Promise<Pin[]> {
  const pins = await pinsIn(db, channel.id);
  const messages = await messagesByIds(
    db,
    pins.map(({ messageId }) => messageId),
  );
  return pins.flatMap((pin) => {
    const message = messages.get(pin.messageId);
    return message ? [{ ...pin, message: presentMessage(message) }] : [];
  });
}

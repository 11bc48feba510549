import type { Pending } from '../../../models/chat/outbox.ts';
import type { Channel, Message } from '../../../models/chat/types.ts';
import { isSameDay } from './times.ts';

/** Words of one person within so long stand under one name. */
const together = 5 * 60_000;

export type RowLook = {
  /** The first of its author's: with face and name. */
  isHead: boolean;
  /** The first of its day. */
  beginsDay: boolean;
  /** The first that was not read before. */
  beginsNew: boolean;
};

/** How a message stands below the one before. */
export function rowLookOf(
  before: Message | undefined,
  message: Message,
  divider: number | undefined,
): RowLook {
  const at = new Date(message.createdAt);
  const earlier = before && new Date(before.createdAt);
  const beginsDay = !earlier || !isSameDay(earlier, at);
  const beginsNew =
    divider !== undefined && message.seq > divider && (before === undefined || before.seq <= divider);
  const isSameAuthor = before?.type === message.type && before.userId === message.userId;
  const isSoon = earlier !== undefined && at.getTime() - earlier.getTime() < together;
  return { beginsDay, beginsNew, isHead: beginsDay || beginsNew || !isSameAuthor || !isSoon };
}

/** The same row before and after it arrived, so that nothing jumps when it does. */
export const keyOfPending = ({ clientMessageId }: Pending): string => `own ${clientMessageId}`;

export const keyOfMessage = (message: Message, myId: string | undefined): string =>
  message.clientMessageId && message.userId === myId ? `own ${message.clientMessageId}` : message.id;

/** Where the list stands when it is opened: at the first that was not read, or at its end. */
export function firstUnreadIndex(
  messages: readonly Message[],
  divider: number | undefined,
): number | undefined {
  if (divider === undefined) return undefined;
  const index = messages.findIndex(({ seq }) => seq > divider);
  return index < 0 ? undefined : index;
}

const editable = 15 * 60_000;

/** Its author's for a while, a moderator's for ever. */
export const isEditable = (message: Message, role: Channel['role'], now: number): boolean =>
  role === 'moderator' || now - Date.parse(message.createdAt) < editable;

import type { Pending } from '../../../models/chat/outbox.ts';
import { postedBy } from '../../../models/chat/payloads.ts';
import type { Channel, Message } from '../../../models/chat/types.ts';
import { isSameDay } from './times.ts';

/** In ms. Messages of one person within this time share a name. */
const together = 5 * 60_000;

export type RowLook = {
  /** The first of a series of its author: shown with avatar and name. */
  isHead: boolean;
  /** The first of its day. */
  beginsDay: boolean;
  /** When the call started of which it is the first message, below those of earlier calls; in ms. */
  beginsCall: number | undefined;
  /** The first unread one. */
  beginsNew: boolean;
};

type Marks = {
  /** The number of the last message that was read before. */
  divider?: number | undefined;
  /** When the calls of the room started, in ms, in their order. */
  callStarts?: readonly number[];
};

/** How a message is shown below the previous one. */
export function rowLookOf(
  before: Message | undefined,
  message: Message,
  { divider, callStarts = [] }: Marks,
): RowLook {
  const at = new Date(message.createdAt);
  const earlier = before && new Date(before.createdAt);
  const beginsDay = !earlier || !isSameDay(earlier, at);
  const beginsCall =
    earlier && callStarts.findLast((start) => earlier.getTime() < start && start <= at.getTime());
  const beginsNew =
    divider !== undefined && message.seq > divider && (before === undefined || before.seq <= divider);
  const isSameAuthor = before?.type === message.type && authorKey(before) === authorKey(message);
  const isSoon = earlier !== undefined && at.getTime() - earlier.getTime() < together;
  const isHead = beginsDay || beginsCall !== undefined || beginsNew || !isSameAuthor || !isSoon;
  return { beginsDay, beginsCall, beginsNew, isHead };
}

function authorKey(message: Message): string | null {
  const posted = postedBy(message);
  return posted ? `${posted.kind} ${posted.name}` : message.userId;
}

/** The text of a system message; empty for one that only programs read. */
export function systemText({ text, meta }: Message, joined: string): string {
  const hasJoined = meta !== null && 'event' in meta && meta.event === 'user-joined';
  return text || (hasJoined ? joined : '');
}

/** The same key before and after the message arrives, so that nothing jumps. */
export const keyOfPending = ({ clientMessageId }: Pending): string => `own ${clientMessageId}`;

export const keyOfMessage = (message: Message, myId: string | undefined): string =>
  message.clientMessageId && message.userId === myId ? `own ${message.clientMessageId}` : message.id;

/** The index at which the list opens: the first unread message; undefined for the end. */
export function firstUnreadIndex(
  messages: readonly Message[],
  divider: number | undefined,
): number | undefined {
  if (divider === undefined) return undefined;
  const index = messages.findIndex(({ seq }) => seq > divider);
  return index < 0 ? undefined : index;
}

const editable = 15 * 60_000;

/** An author may edit for a limited time, a moderator always. */
export const isEditable = (message: Message, role: Channel['role'], now: number): boolean =>
  role === 'moderator' || now - Date.parse(message.createdAt) < editable;

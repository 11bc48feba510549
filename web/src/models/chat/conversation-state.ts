import type { HistoryState } from './history.ts';
import type { Pending } from './outbox.ts';
import type { Channel, Message, Pin, Settings } from './types.ts';

export type ConversationState = HistoryState & {
  /** `failed`: the server refused, until somebody tries again. */
  phase: 'loading' | 'ready' | 'failed';
  /** The code of the failure in the server's table of errors. */
  reason?: string | undefined;
  messages: readonly Message[];
  pending: readonly Pending[];
  pins: readonly Pin[];
  settings: Settings;
  role: Channel['role'];
  /** Until when this person is muted; infinite for "until further notice". */
  mutedUntil: number | undefined;
  /** For moderators: until when other people are muted, by the id of the chat user. */
  muted: ReadonlyMap<string, number>;
  /** When the calls of the room started, in ms, in their order. */
  callStarts: readonly number[];
  /** It shows what had been written by some moment. */
  isReplay: boolean;
  /** When slow mode allows the next message. */
  mayWriteAt: number;
  unread: number;
  /** The last message that was read before; the divider is below it. */
  divider: number | undefined;
};

export const initialState: ConversationState = {
  phase: 'loading',
  messages: [],
  pending: [],
  pins: [],
  settings: { isChatAllowed: true, slowModeSeconds: 0, linksAllowed: true },
  role: 'user',
  mutedUntil: undefined,
  muted: new Map(),
  callStarts: [],
  isReplay: false,
  mayWriteAt: 0,
  hasOlder: false,
  loadOlder: 'idle',
  unread: 0,
  divider: undefined,
};

const year = 365 * 24 * 3_600_000;

/** The server writes "until further notice" as a date in the far future. */
export function muteOf(mutedUntil: unknown, now: number): number | undefined {
  const until = typeof mutedUntil === 'string' ? Date.parse(mutedUntil) : Number.NaN;
  if (Number.isNaN(until) || until <= now) return undefined;
  return until > now + year ? Number.POSITIVE_INFINITY : until;
}

/** The facts about which no numbered change tells. */
export function unnumberedFactsOf(
  { role, mutedUntil, mutedUsers = [], callsStartedAt = [] }: Channel,
  now: number,
): Pick<ConversationState, 'role' | 'mutedUntil' | 'muted' | 'callStarts'> {
  return {
    role,
    mutedUntil: muteOf(mutedUntil, now),
    muted: new Map(mutedUsers.map((one) => [one.userId, muteOf(one.mutedUntil, now) ?? 0])),
    callStarts: callsStartedAt.map((at) => Date.parse(at)),
  };
}

/** Why this person cannot write now; undefined if they can. */
export function reasonNotToWrite(
  state: ConversationState,
  now: number,
): 'replay' | 'muted' | 'chat_off' | undefined {
  if (state.isReplay) return 'replay';
  if (state.role === 'moderator') return undefined;
  if (state.mutedUntil !== undefined && state.mutedUntil > now) return 'muted';
  return state.settings.isChatAllowed ? undefined : 'chat_off';
}

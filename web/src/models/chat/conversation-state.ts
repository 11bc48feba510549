import { type Calls, callsOf } from './calls.ts';
import type { HistoryState } from './history.ts';
import type { Pending } from './outbox.ts';
import type { Channel, Message, Pin, Settings } from './types.ts';

/** The facts about the channel and the person in it, from the server. */
export type ChannelFacts = {
  /** `failed`: the server refused, until somebody tries again. */
  phase: 'loading' | 'ready' | 'failed';
  /** The code of the failure in the server's table of errors. */
  reason?: string | undefined;
  settings: Settings;
  role: Channel['role'];
  /** Until when this person is muted; infinite for "until further notice". */
  mutedUntil: number | undefined;
  /** For moderators: until when other people are muted, by the id of the chat user. */
  muted: ReadonlyMap<string, number>;
  calls: Calls;
  /** When slow mode allows the next message. */
  mayWriteAt: number;
};

export type ConversationState = HistoryState &
  ChannelFacts & {
    messages: readonly Message[];
    pending: readonly Pending[];
    pins: readonly Pin[];
    /** It shows what had been written by some moment. */
    isReplay: boolean;
    unread: number;
    /** The last message that was read before; the divider is below it. */
    divider: number | undefined;
  };

export const initialState: ConversationState = {
  phase: 'loading',
  messages: [],
  pending: [],
  pins: [],
  settings: {
    ...{ isChatAllowed: true, slowModeSeconds: 0, linksAllowed: true },
    ...{ isOff: false, directMessages: 'everyone' },
  },
  role: 'user',
  mutedUntil: undefined,
  muted: new Map(),
  calls: { starts: [], current: undefined },
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
  { role, mutedUntil, mutedUsers = [] }: Channel,
  now: number,
): Pick<ChannelFacts, 'role' | 'mutedUntil' | 'muted'> {
  return {
    role,
    mutedUntil: muteOf(mutedUntil, now),
    muted: new Map(mutedUsers.map((one) => [one.userId, muteOf(one.mutedUntil, now) ?? 0])),
  };
}

/** The facts at joining. */
export const factsOf = (
  channel: Channel,
  now: number,
): Pick<ChannelFacts, 'settings' | 'calls' | keyof ReturnType<typeof unnumberedFactsOf>> => ({
  ...{ settings: channel.settings, calls: callsOf(channel) },
  ...unnumberedFactsOf(channel, now),
});

/** Why this person cannot write now; undefined if they can. */
export function reasonNotToWrite(
  state: ConversationState,
  now: number,
): 'replay' | 'off' | 'muted' | 'chat_off' | undefined {
  if (state.isReplay) return 'replay';
  if (state.settings.isOff) return 'off';
  if (state.role === 'moderator') return undefined;
  if (state.mutedUntil !== undefined && state.mutedUntil > now) return 'muted';
  return state.settings.isChatAllowed ? undefined : 'chat_off';
}

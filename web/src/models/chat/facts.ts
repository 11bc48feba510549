import type { Clock } from '../../kit/clock.ts';
import type { Payload } from '../live/live.ts';
import { withStarted } from './calls.ts';
import { type ChannelFacts, factsOf, initialState, muteOf, unnumberedFactsOf } from './conversation-state.ts';
import { settingsIn } from './payloads.ts';
import type { Change, Channel, Message } from './types.ts';

type Parts = { channelId: string; clock: Clock; changed: () => void };

/** Keeps the facts about a channel and the person in it: its settings, who is muted, and when slow mode lets them write. */
export class Facts {
  readonly #parts: Parts;
  #current: ChannelFacts = initialState;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get current(): ChannelFacts {
    return this.#current;
  }

  loading(): void {
    this.#set({ phase: 'loading', reason: undefined });
  }

  /** @param reason the code of the error; undefined if there was no response */
  failed(reason: string | undefined): void {
    this.#set({ phase: 'failed', reason });
  }

  /** @param lastOwn the newest message of this person in the channel */
  reset(channel: Channel, lastOwn: Message | undefined): void {
    const { slowModeSeconds } = channel.settings;
    const slowedUntil = lastOwn ? Date.parse(lastOwn.createdAt) + slowModeSeconds * 1_000 : 0;
    this.#set({
      phase: 'ready',
      reason: undefined,
      ...factsOf(channel, this.#parts.clock.now()),
      mayWriteAt: Math.max(this.#current.mayWriteAt, slowedUntil),
    });
  }

  /** Takes only what has no number: changes of the others have numbers, and the ones applied meanwhile are newer. */
  takeUnnumbered(channel: Channel): void {
    this.#set(unnumberedFactsOf(channel, this.#parts.clock.now()));
  }

  apply({ event, payload }: Change): void {
    const { settings, calls } = this.#current;
    if (event === 'channel-settings') this.#set({ settings: { ...settings, ...settingsIn(payload) } });
    else if (event === 'call-started') this.#set({ calls: withStarted(calls, payload) });
  }

  /** This person has sent a message: slow mode lets them write the next one later. */
  noteSent(): void {
    const { settings, role } = this.#current;
    const pause = role === 'moderator' ? 0 : settings.slowModeSeconds * 1_000;
    this.#set({ mayWriteAt: pause > 0 ? this.#parts.clock.now() + pause : 0 });
  }

  onMuted({ channelId, mutedUntil }: Payload): void {
    if (String(channelId) !== this.#parts.channelId) return;
    this.#set({ mutedUntil: muteOf(mutedUntil, this.#parts.clock.now()) });
  }

  onUserMuted({ channelId, userId, mutedUntil }: Payload): void {
    if (String(channelId) !== this.#parts.channelId) return;
    const until = muteOf(mutedUntil, this.#parts.clock.now()) ?? 0;
    this.#set({ muted: new Map(this.#current.muted).set(String(userId), until) });
  }

  #set(facts: Partial<ChannelFacts>): void {
    this.#current = { ...this.#current, ...facts };
    this.#parts.changed();
  }
}

import type { Clock } from '../../kit/clock.ts';
import { pauseBefore, readPauses } from '../../kit/retries.ts';
import { createScope } from '../../kit/scope.ts';
import { createStore, keepIfSame, type Store } from '../../kit/store.ts';
import type { CallPermissions } from '../call/call-contract.ts';
import type { Conversation } from '../chat/conversation.ts';
import type { PermissionApi } from './api.ts';

export type PermissionName = keyof CallPermissions;

export const permissionNames = [
  'isMicrophonePublishingAllowed',
  'isCameraPublishingAllowed',
  'isCameraViewingAllowed',
  'isScreensharingAllowed',
  'isChatAllowed',
  'isHandRaisingAllowed',
  'isReactingAllowed',
] as const satisfies readonly PermissionName[];

type Parts = {
  api: PermissionApi;
  /** The room's conversation, whose changes include the permissions. */
  conversation: Pick<Conversation, 'channel' | 'changes'>;
  /** The permissions at the entry. */
  initial: CallPermissions;
  clock: Clock;
};

/** Keeps the permissions of `known` that `given` does not name as booleans. */
function merged(known: CallPermissions, given: Readonly<Record<string, unknown>>): CallPermissions {
  const next = { ...known };
  for (const name of permissionNames) {
    const value = given[name];
    if (typeof value === 'boolean') next[name] = value;
  }
  return next;
}

/** The permissions of others than moderators in the call. Moderators switch them. */
export class Permissions {
  readonly #parts: Parts;
  readonly #scope = createScope();
  readonly #state: ReturnType<typeof createStore<CallPermissions>>;
  /** Own changes whose response is awaited. */
  readonly #asked = new Map<PermissionName, boolean>();
  #known: CallPermissions;
  /** Counts reads and changes: a response that is older than a change does not count. */
  #news = 0;

  constructor(parts: Parts) {
    const { conversation, initial } = parts;
    this.#parts = parts;
    this.#known = merged(initial, {});
    this.#state = createStore(this.#known);
    this.#scope.add(conversation.channel.subscribe(() => void this.#read()));
    this.#scope.add(conversation.changes.on('call-permissions', (payload) => this.#take(payload)));
    if (conversation.channel.get()) void this.#read();
  }

  /** A request of this person shows at once. */
  get state(): Store<CallPermissions> {
    return this.#state;
  }

  /** Throws the server's error. */
  async set(name: PermissionName, isAllowed: boolean): Promise<void> {
    this.#asked.set(name, isAllowed);
    this.#show();
    try {
      this.#take(await this.#parts.api.update({ [name]: isAllowed }));
    } finally {
      if (this.#asked.get(name) === isAllowed) this.#asked.delete(name);
      this.#show();
    }
  }

  end(): void {
    this.#scope.end();
  }

  #take(given: Readonly<Record<string, unknown>>): void {
    this.#news += 1;
    this.#known = merged(this.#known, given);
    this.#show();
  }

  async #read(attempt = 0): Promise<void> {
    this.#news += 1;
    const before = this.#news;
    try {
      const given = await this.#parts.api.read();
      if (before === this.#news && !this.#scope.ended) this.#take(given);
    } catch {
      const again = (): void => {
        if (before === this.#news && !this.#scope.ended) void this.#read(attempt + 1);
      };
      this.#scope.add(this.#parts.clock.after(pauseBefore(attempt, readPauses), again));
    }
  }

  #show(): void {
    const next = { ...this.#known, ...Object.fromEntries(this.#asked) };
    this.#state.set(keepIfSame(this.#state.get(), next));
  }
}

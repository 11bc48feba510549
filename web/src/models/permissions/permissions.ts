import type { Clock } from '../../kit/clock.ts';
import { Replica } from '../../kit/replica.ts';
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
  'isRemoteDrawingAllowed',
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
  readonly #known: Replica<CallPermissions>;
  /** Own changes whose response is awaited. */
  readonly #asked = new Map<PermissionName, boolean>();

  constructor(parts: Parts) {
    const { api, conversation, clock } = parts;
    this.#parts = parts;
    const initial = merged(parts.initial, {});
    const read = async () => merged(initial, await api.read());
    this.#known = new Replica({ initial, read, clock });
    this.#state = createStore(initial);
    this.#scope.add(() => this.#known.end());
    this.#scope.add(this.#known.value.subscribe(() => this.#show()));
    this.#scope.add(conversation.channel.subscribe(() => void this.#known.read()));
    this.#scope.add(conversation.changes.on('call-permissions', (payload) => this.#take(payload)));
    if (conversation.channel.get()) void this.#known.read();
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
    this.#known.apply((known) => merged(known, given));
  }

  #show(): void {
    const next = { ...this.#known.value.get(), ...Object.fromEntries(this.#asked) };
    this.#state.set(keepIfSame(this.#state.get(), next));
  }
}

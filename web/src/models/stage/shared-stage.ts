import type { Clock } from '../../kit/clock.ts';
import { Replica } from '../../kit/replica.ts';
import { createScope } from '../../kit/scope.ts';
import type { Store } from '../../kit/store.ts';
import type { Conversation } from '../chat/conversation.ts';
import { textIn } from '../chat/payloads.ts';
import type { StageApi, StageItem } from './api.ts';

type Parts = {
  api: StageApi;
  /** The room's conversation, whose changes include the stage. */
  conversation: Pick<Conversation, 'channel' | 'changes'>;
  clock: Clock;
};

/** In ms. The server knows a screen that begins in far less, also if an event of the media server is lost. */
const confirmedWithin = 5_000;

/** The item on the stage of the room. An older one never replaces a newer one, in whatever order they arrive. */
export class SharedStage {
  readonly #parts: Parts;
  readonly #scope = createScope();
  readonly #known: Replica<StageItem | undefined>;
  #cancel: (() => void) | undefined;

  constructor(parts: Parts) {
    const { api, conversation, clock } = parts;
    this.#parts = parts;
    this.#known = new Replica<StageItem | undefined>({
      ...{ initial: undefined, read: api.read, clock },
      keep: (before, next) => (before && next && next.version < before.version ? before : next),
    });
    const { changes, channel } = conversation;
    this.#scope.add(() => this.#known.end());
    this.#scope.add(() => this.#cancel?.());
    this.#scope.add(this.#known.value.subscribe(() => this.#forgetCheck()));
    this.#scope.add(channel.subscribe(() => void this.#known.read()));
    this.#scope.add(changes.on('stage-changed', (payload) => this.take(itemIn(payload))));
  }

  /** Another object with each confirmation, also of the same item; undefined before the first. */
  get item(): Store<StageItem | undefined> {
    return this.#known.value;
  }

  /** Takes an item from the server, for example the one of the entry. */
  take(item: StageItem | undefined): void {
    if (item) this.#known.apply(() => ({ ...item }));
  }

  /** A screen began that the item does not know: reads it if the server does not tell. */
  expectChange(): void {
    this.#cancel ??= this.#parts.clock.after(confirmedWithin, () => {
      this.#forgetCheck();
      void this.#known.read();
    });
  }

  end(): void {
    this.#scope.end();
  }

  #forgetCheck(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}

/** A newer server may send more kinds than this page can show. */
function itemIn(payload: Readonly<Record<string, unknown>>): StageItem | undefined {
  const { version } = payload;
  if (typeof version !== 'number') return undefined;
  const kind = payload.kind === 'screen' || payload.kind === 'page' ? payload.kind : 'none';
  const page = typeof payload.page === 'number' ? payload.page : null;
  const idOf = (name: string): string | null => textIn(payload, name) ?? null;
  return { kind, participantId: idOf('participantId'), documentId: idOf('documentId'), page, version };
}

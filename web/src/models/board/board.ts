import { mostElementBytes, mostElementsAtOnce } from '../../../../contract/operations/board-limits.ts';
import type { Clock } from '../../kit/clock.ts';
import { Events } from '../../kit/events.ts';
import { Replica, type ReplicaState } from '../../kit/replica.ts';
import { chatPauses, pauseBefore } from '../../kit/retries.ts';
import { createScope } from '../../kit/scope.ts';
import { createStore, type Store } from '../../kit/store.ts';
import type { Live, Payload } from '../live/live.ts';
import { MessageRefused } from '../live/socket.ts';
import {
  type BoardElement,
  elementsIn,
  emptyBoard,
  isNewer,
  type KnownBoard,
  withChange,
  withElements,
} from './elements.ts';

/** The server operation that a board uses. */
export type BoardApi = {
  read: (
    boardId: string,
    since: number | undefined,
  ) => Promise<{ seq: number; isWhole: boolean; elements: readonly unknown[] }>;
};

type BoardModelParts = {
  live: Pick<Live, 'onSignal' | 'onPersonal' | 'onReturn' | 'rpc' | 'send'>;
  api: BoardApi;
  channelId: string;
  boardId: string;
  /** The own participant id. */
  participantId: string;
  clock: Clock;
};

/** `storedAs`: the number of the board's change with which the server acknowledged it. */
type Pending = { element: BoardElement; storedAs?: number };

/** Bytes of the elements of one message; the socket takes frames of 64 KiB. */
const mostBytes = 62_000;
const encoder = new TextEncoder();
const bytesOf = (element: BoardElement): number => encoder.encode(JSON.stringify(element)).length;

/**
 * A board as this page shows it: the elements of the server, kept current by its events, and the own ones that the server
 * has not acknowledged. Those are sent again until it answers, also after a lost connection (docs/decisions/0227).
 */
export class BoardModel {
  readonly #parts: BoardModelParts;
  readonly #scope = createScope();
  readonly #known: Replica<KnownBoard>;
  readonly #elements = createStore<ReadonlyMap<string, BoardElement>>(emptyBoard.elements);
  /** The elements that the page draws. */
  readonly elements: Store<ReadonlyMap<string, BoardElement>> = this.#elements;
  readonly #failures = new Events<MessageRefused>();
  /** Own elements by id, until the server acknowledged them and its board shows them. */
  readonly #pending = new Map<string, Pending>();
  #isSending = false;
  /** How many elements of a refused message are sent one by one: the others may be accepted. */
  #oneByOne = 0;
  #retries = 0;
  #cancel = (): void => undefined;

  constructor(parts: BoardModelParts) {
    this.#parts = parts;
    const { live, channelId, clock } = parts;
    this.#known = new Replica<KnownBoard>({ initial: emptyBoard, read: () => this.#read(), clock });
    const on = (event: string, listener: (payload: Payload) => void): void => {
      this.#scope.add(live.onSignal(`chat:${channelId}`, event, listener));
      // The events of a personal board.
      this.#scope.add(live.onPersonal(event, listener));
    };
    on('board', (payload) => this.#onChange(payload));
    on('board-cleared', ({ boardId }) => {
      if (boardId === parts.boardId) void this.#known.read();
    });
    this.#scope.add(live.onReturn(() => this.#onReturn()));
    this.#scope.add(this.#known.value.subscribe(() => this.#show()));
    this.#scope.add(() => this.#known.end());
    void this.#known.read();
  }

  get state(): Store<ReplicaState> {
    return this.#known.state;
  }

  /** Called when the server refuses what this page drew; it is taken back. */
  onRefused(listener: (refused: MessageRefused) => void): () => void {
    return this.#failures.on('refused', listener);
  }

  /** Shows own elements that were finished, changed or deleted, and sends them. */
  draw(elements: readonly BoardElement[]): void {
    const sent = elements.filter((element) => bytesOf(element) <= mostElementBytes);
    for (const element of sent) this.#pending.set(element.id, { element });
    this.#show();
    // The socket would close at a larger message.
    if (sent.length < elements.length) this.#failures.emit('refused', tooLarge);
    void this.#send();
  }

  /** Sends new points of a stroke under way. */
  stroke(
    id: string,
    points: readonly (readonly number[])[],
    style?: { color?: string; width?: number },
  ): void {
    const { live, participantId, boardId } = this.#parts;
    live.send('stroke', { participantId, boardId, id, points, ...(style && { style }) });
  }

  /** Sends once more what is not stored yet. */
  end(): void {
    this.#scope.end();
    this.#cancel();
  }

  async #read(): Promise<KnownBoard> {
    const { api, boardId } = this.#parts;
    const known = this.#known.value.get();
    const answer = await api.read(boardId, known.seq > 0 ? known.seq : undefined);
    const before = answer.isWhole ? emptyBoard.elements : known.elements;
    return { seq: answer.seq, elements: withElements(before, elementsIn(answer.elements)) };
  }

  #onReturn(): void {
    void this.#known.read();
    this.#cancel();
    void this.#send();
  }

  #onChange({ boardId, since, seq, elements }: Payload): void {
    if (boardId !== this.#parts.boardId) return;
    if (typeof since !== 'number' || typeof seq !== 'number') return;
    const change = { since, seq, elements: elementsIn(elements) };
    this.#known.apply((board) => withChange(board, change));
    if (this.#known.value.get().seq < seq) this.#known.readSoon();
  }

  #show(): void {
    const { seq, elements } = this.#known.value.get();
    for (const [id, { storedAs }] of this.#pending)
      if (storedAs !== undefined && storedAs <= seq) this.#pending.delete(id);
    const own = [...this.#pending.values()].flatMap(({ element }) => {
      const stored = elements.get(element.id);
      return !stored || isNewer(element, stored) ? [element] : [];
    });
    this.#elements.set(own.length > 0 ? withElements(elements, own) : elements);
  }

  /** The next elements that fit into one message. */
  #batch(): BoardElement[] {
    const batch: BoardElement[] = [];
    const most = this.#oneByOne > 0 ? 1 : mostElementsAtOnce;
    let bytes = 0;
    for (const { element, storedAs } of this.#pending.values()) {
      if (storedAs !== undefined) continue;
      bytes += bytesOf(element);
      if (batch.length > 0 && (bytes > mostBytes || batch.length === most)) break;
      batch.push(element);
    }
    return batch;
  }

  async #send(): Promise<void> {
    if (this.#isSending) return;
    const batch = this.#batch();
    if (batch.length === 0) return;
    const { live, participantId, boardId } = this.#parts;
    this.#isSending = true;
    const answer = await live.rpc('draw', { participantId, boardId, elements: batch }).then(
      (result) => ({ seq: Number(Object(result).seq) }),
      (refused: unknown) => ({ refused }),
    );
    this.#isSending = false;
    if ('refused' in answer && !isFinal(answer.refused)) return this.#retry();
    this.#retries = 0;
    if ('refused' in answer && batch.length > 1) {
      this.#oneByOne = batch.length;
      return this.#send();
    }
    this.#oneByOne = Math.max(0, this.#oneByOne - 1);
    this.#settle(batch, 'seq' in answer ? answer.seq : undefined);
    if ('refused' in answer && isFinal(answer.refused)) this.#failures.emit('refused', answer.refused);
    await this.#send();
  }

  /**
   * Notes that own elements were stored, or takes back those that were refused, unless they changed meanwhile. The event
   * of what was stored may arrive after the answer.
   */
  #settle(batch: readonly BoardElement[], storedAs: number | undefined): void {
    for (const element of batch) {
      if (this.#pending.get(element.id)?.element !== element) continue;
      if (storedAs === undefined) this.#pending.delete(element.id);
      else this.#pending.set(element.id, { element, storedAs });
    }
    this.#show();
  }

  #retry(): void {
    if (this.#scope.ended) return;
    const pause = pauseBefore(this.#retries, chatPauses);
    this.#retries += 1;
    this.#cancel();
    this.#cancel = this.#parts.clock.after(pause, () => void this.#send());
  }
}

const isFinal = (error: unknown): error is MessageRefused =>
  error instanceof MessageRefused && !error.isTemporary;

const tooLarge = new MessageRefused({ code: 413, message: 'payload_too_large' });

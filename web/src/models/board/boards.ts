import type { Clock } from '../../kit/clock.ts';
import { Events } from '../../kit/events.ts';
import { Replica } from '../../kit/replica.ts';
import { createScope } from '../../kit/scope.ts';
import { createStore, type Store } from '../../kit/store.ts';
import type { Role } from '../call/call-contract.ts';
import type { Live, Payload } from '../live/live.ts';
import { BoardModel } from './board.ts';
import { Drawing } from './drawing.ts';
import { firstPen, type Pen } from './pen.ts';
import type { Board, BoardsApi } from './server-api.ts';
import { Strokes } from './strokes.ts';

/** The page of a document, or nothing, that is large for everybody. */
export type BoardPlace = { documentId: string; page: number };

type Parts = {
  live: Pick<Live, 'onSignal' | 'onPersonal' | 'onReturn' | 'rpc' | 'send'>;
  api: BoardsApi;
  channelId: string;
  participantId: string;
  clock: Clock;
  place: Store<BoardPlace | undefined>;
  /** The own chat user. */
  me: Store<{ id: string } | undefined>;
  /** The room's conversation, which knows the own role. */
  conversation: { state: Store<{ role: Role | undefined }> };
};

/** A board that the page shows. */
export type OpenBoard = {
  boardId: string;
  model: BoardModel;
  strokes: Strokes;
  drawing: Drawing;
  end: () => void;
};

/** The boards of a room, and the one over the page on the stage. */
export class Boards {
  readonly list: Replica<readonly Board[]>;
  readonly #parts: Parts;
  readonly #scope = createScope();
  readonly #shown = createStore<OpenBoard | undefined>(undefined);
  /** The board over the page that is shown. */
  readonly shown: Store<OpenBoard | undefined> = this.#shown;
  readonly #mayDraw = createStore(false);
  /** Whether this person may draw on what is shown: on its board, or because they may create it. */
  readonly mayDraw: Store<boolean> = this.#mayDraw;
  readonly #pen = createStore<Pen | undefined>(undefined);
  /** The pen in the hand; undefined: this person does not draw. */
  readonly pen: Store<Pen | undefined> = this.#pen;
  readonly #failures = new Events<unknown>();
  #lastPen = firstPen;
  #isCreating = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { live, api, channelId, clock, place, conversation } = parts;
    this.list = new Replica<readonly Board[]>({
      ...{ initial: [], read: api.list, clock, hintsEvery: 1_000 },
    });
    this.#scope.add(() => this.list.end());
    const on = (event: string, listener: (payload: Payload) => void): void => {
      this.#scope.add(live.onSignal(`chat:${channelId}`, event, listener));
      this.#scope.add(live.onPersonal(event, listener));
    };
    const readUnknown = ({ boardId }: Payload): void => {
      if (!this.list.value.get().some(({ id }) => id === boardId)) this.list.readSoon();
    };
    for (const event of ['board-created', 'board']) on(event, readUnknown);
    for (const event of ['board-changed', 'board-deleted', 'drawing', 'drawing-changed'])
      on(event, () => void this.list.read());
    this.#scope.add(live.onReturn(() => void this.list.read()));
    this.#scope.add(this.list.value.subscribe(() => this.#update()));
    this.#scope.add(place.subscribe(() => this.#onPlace()));
    this.#scope.add(conversation.state.subscribe(() => this.#update()));
    this.#scope.add(() => this.#shown.get()?.end());
    this.#scope.add(this.list.watch());
    this.#update();
  }

  onFailure(listener: (error: unknown) => void): () => void {
    return this.#failures.on('failure', listener);
  }

  /** Takes the pen, with the tool and the color of last time. A moderator who draws on a page creates its board. */
  startDrawing(): void {
    if (!this.#mayDraw.get()) return;
    this.#pen.set(this.#lastPen);
    this.#createIfMissing();
  }

  stopDrawing(): void {
    this.#shown.get()?.drawing.drop();
    this.#pen.set(undefined);
  }

  changePen(change: Partial<Pen>): void {
    this.#lastPen = { ...this.#lastPen, ...change };
    if (this.#pen.get()) this.#pen.set(this.#lastPen);
  }

  /** Removes everything from the board that is shown. */
  async clear(): Promise<void> {
    const boardId = this.#shown.get()?.boardId;
    if (boardId) await this.#try(() => this.#parts.api.clear(boardId));
  }

  end(): void {
    this.#scope.end();
    this.#failures.clear();
  }

  #onPlace(): void {
    this.#update();
    if (this.#pen.get()) this.#createIfMissing();
  }

  #isModerator(): boolean {
    return this.#parts.conversation.state.get().role === 'moderator';
  }

  #boardHere(): Board | undefined {
    const place = this.#parts.place.get();
    if (!place) return undefined;
    return this.list.value
      .get()
      .find(({ documentId, page }) => documentId === place.documentId && page === place.page);
  }

  #update(): void {
    const board = this.#boardHere();
    const before = this.#shown.get();
    if (before?.boardId !== board?.id) {
      before?.end();
      this.#shown.set(board && this.#open(board.id));
    }
    const { place } = this.#parts;
    this.#mayDraw.set(place.get() !== undefined && (this.#isModerator() || board?.isDrawingAllowed === true));
    if (this.#pen.get() && !this.#mayDraw.get()) this.stopDrawing();
  }

  #open(boardId: string): OpenBoard {
    const { live, api, channelId, participantId, clock, me } = this.#parts;
    const of = { live, channelId, boardId, participantId, clock };
    const model = new BoardModel({ ...of, api });
    const strokes = new Strokes(of);
    const mayChange = ({ authorId }: Record<string, unknown>): boolean =>
      authorId === undefined || this.#isModerator() || authorId === me.get()?.id;
    const drawing = new Drawing({ board: model, clock, mayChange });
    const ends = [
      model.elements.subscribe(() => strokes.finish(model.elements.get())),
      model.onRefused((refused) => {
        this.#failures.emit('failure', refused);
        void this.list.read();
      }),
    ];
    const end = (): void => {
      for (const stop of ends) stop();
      drawing.end();
      strokes.end();
      model.end();
    };
    return { boardId, model, strokes, drawing, end };
  }

  #createIfMissing(): void {
    const place = this.#parts.place.get();
    if (!place || this.#boardHere() || this.#isCreating || !this.#isModerator()) return;
    this.#isCreating = true;
    void this.#try(async () => {
      const { documentId, page } = place;
      const board = await this.#parts.api.create({ kind: 'page', documentId, page });
      this.list.apply((boards) => [...boards.filter(({ id }) => id !== board.id), board]);
    }).finally(() => {
      this.#isCreating = false;
      const wanted = this.#parts.place.get();
      const isSame = wanted?.documentId === place.documentId && wanted.page === place.page;
      if (!isSame && this.#pen.get() && !this.#scope.ended) this.#createIfMissing();
    });
  }

  async #try(act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!this.#scope.ended) this.#failures.emit('failure', error);
    }
  }
}

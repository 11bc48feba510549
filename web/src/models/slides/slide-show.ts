import type { Clock } from '../../kit/clock.ts';
import { Events } from '../../kit/events.ts';
import { Replica } from '../../kit/replica.ts';
import { createScope } from '../../kit/scope.ts';
import { createStore, keepIfSame, type Store } from '../../kit/store.ts';
import type { StageItem } from '../stage/api.ts';
import type { SharedStage } from '../stage/shared-stage.ts';
import type { Deck, Slide, SlidePlace, SlidesApi, SlidesDocument } from './api.ts';

type Parts = {
  api: SlidesApi;
  stage: Pick<SharedStage, 'item' | 'take'>;
  clock: Clock;
};

/** The page on the stage, also while a screen covers it. */
export type ShownSlide = SlidePlace & {
  /** Undefined until the document was read. */
  deck: Deck | undefined;
  /** Undefined until the page was read, or if it is not ready. */
  slide: Slide | undefined;
  /** The document was deleted, or cannot be read by this person. */
  isGone: boolean;
};

/** In ms. */
const whileConverting = 2_000;
/** In ms. The addresses of pictures are valid for 24 hours. */
const renewedAfter = 8 * 3_600_000;
/** In ms. Documents of the room are read again while a moderator looks at their list. */
const listEvery = 5_000;

/** The slides of a call: the page that everybody sees, and the documents from which moderators choose. */
export class SlideShow {
  readonly documents: Replica<readonly SlidesDocument[]>;
  readonly #parts: Parts;
  readonly #scope = createScope();
  readonly #shown = createStore<ShownSlide | undefined>(undefined);
  readonly shown: Store<ShownSlide | undefined> = this.#shown;
  readonly #failures = new Events<unknown>();
  #deck: { documentId: string; replica: Replica<Deck | undefined>; forget: () => void } | undefined;
  /** The page that this moderator turned to, until the server has it. */
  #wanted: SlidePlace | 'nothing' | undefined;
  #isSending = false;

  constructor(parts: Parts) {
    const { api, stage, clock } = parts;
    this.#parts = parts;
    this.documents = new Replica<readonly SlidesDocument[]>({
      ...{ initial: [], read: api.documents, clock, repeatAfter: () => listEvery },
    });
    this.#scope.add(() => this.documents.end());
    this.#scope.add(() => this.#closeDeck());
    this.#scope.add(stage.item.subscribe(() => this.#update()));
    this.#update();
  }

  /** Called with the error of a failed request. */
  onFailure(listener: (error: unknown) => void): () => void {
    return this.#failures.on('failure', listener);
  }

  /** Shows a page to everybody, to this moderator at once. The last one of several quick turns counts. */
  show(place: SlidePlace): void {
    this.#want(place);
  }

  /** Shows the next or the previous page, if it is ready. */
  step(by: 1 | -1): void {
    const shown = this.#shown.get();
    const page = (shown?.page ?? 0) + by;
    if (shown?.deck?.slides.some(({ number }) => number === page)) {
      this.#want({ documentId: shown.documentId, page });
    }
  }

  /** Takes the page away. */
  stop(): void {
    this.#want('nothing');
  }

  end(): void {
    this.#scope.end();
    this.#failures.clear();
  }

  #want(wanted: SlidePlace | 'nothing'): void {
    this.#wanted = wanted;
    this.#update();
    if (!this.#isSending) void this.#send();
  }

  async #send(): Promise<void> {
    const { api, stage } = this.#parts;
    this.#isSending = true;
    try {
      for (let sent = this.#wanted; sent !== undefined; sent = this.#wanted) {
        const item = await (sent === 'nothing' ? api.stop() : api.show(sent));
        if (this.#scope.ended) return;
        if (this.#wanted === sent) this.#wanted = undefined;
        stage.take(item);
      }
    } catch (error) {
      this.#wanted = undefined;
      if (!this.#scope.ended) this.#failures.emit('failure', error);
    } finally {
      this.#isSending = false;
      if (!this.#scope.ended) this.#update();
    }
  }

  #update(): void {
    const place =
      this.#wanted === 'nothing' ? undefined : (this.#wanted ?? placeOf(this.#parts.stage.item.get()));
    if (!place) {
      this.#closeDeck();
      this.#shown.set(undefined);
      return;
    }
    const { documentId, page } = place;
    const replica = this.#open(documentId);
    const deck = replica.value.get();
    const slide = deck?.slides.find(({ number }) => number === page);
    // A page that became ready after the pages were read.
    if (deck && !slide && page <= (deck.document.totalPages ?? page)) replica.readSoon();
    const isGone = replica.state.get().isRefused;
    this.#shown.set(keepIfSame(this.#shown.get(), { documentId, page, deck, slide, isGone }));
  }

  /** The pages of a document, which are read once and kept current. */
  #open(documentId: string): Replica<Deck | undefined> {
    if (this.#deck?.documentId === documentId) return this.#deck.replica;
    this.#closeDeck();
    const { api, clock } = this.#parts;
    const replica = new Replica<Deck | undefined>({
      ...{ initial: undefined, read: () => api.deck(documentId), clock, hintsEvery: whileConverting },
      repeatAfter: (deck) => (deck?.document.state === 'converting' ? whileConverting : renewedAfter),
    });
    const update = (): void => {
      if (this.#deck?.replica === replica) this.#update();
    };
    const ends = [replica.value.subscribe(update), replica.state.subscribe(update)];
    const forget = (): void => {
      for (const end of ends) end();
      replica.end();
    };
    this.#deck = { documentId, replica, forget };
    replica.watch();
    return replica;
  }

  #closeDeck(): void {
    this.#deck?.forget();
    this.#deck = undefined;
  }
}

/** The page of an item; one under a screen is kept ready. */
function placeOf(item: StageItem | undefined): SlidePlace | undefined {
  const { documentId, page } = item ?? {};
  return documentId && page ? { documentId, page } : undefined;
}

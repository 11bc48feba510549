import { codeOf } from '../../kit/refusals.ts';
import { createScope } from '../../kit/scope.ts';
import { createStore, type Store } from '../../kit/store.ts';
import type { RefusalCode } from '../polls/polls.ts';
import type { WebinarApi } from './api.ts';
import type { ViewerQuestion } from './types.ts';

type Parts = {
  api: Pick<WebinarApi, 'questions' | 'ask' | 'withdrawQuestion'>;
  viewingId: string;
  /** The server's clock in ms. */
  now: () => number;
};

/** In ms. After a failure the list is read again so much later. */
const failurePause = 3_000;

const answerKey = ({ id, answeredAt }: ViewerQuestion): string => `${id} ${answeredAt}`;

/**
 * The questions that a viewer sees: their own ones, and those that were answered to everybody. The responses to reports
 * say when they change (docs/decisions/0195).
 */
export class ViewerQuestions {
  readonly #parts: Parts;
  readonly #scope = createScope();
  readonly #list = createStore<readonly ViewerQuestion[]>([]);
  readonly list: Store<readonly ViewerQuestion[]> = this.#list;
  readonly #news = createStore(0);
  /** The number of answers that came since the person last saw the list. */
  readonly news: Store<number> = this.#news;
  /** The text of a question that is being written. */
  readonly draft = createStore('');
  /** That of the list; undefined: it has to be read. */
  #revision: string | null | undefined;
  readonly #seen = new Set<string>();
  /** Answers that were there at the opening of the page are no news. */
  #isOpened = false;
  #isReading = false;
  #ownChanges = 0;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @param revision that of the last report; null: the viewer sees no questions */
  look(revision: string | null): void {
    if (!this.#isOpened && revision === null) {
      this.#isOpened = true;
      this.#revision = null;
    }
    const { now } = this.#parts;
    if (revision === this.#revision || this.#isReading || now() - this.#failedAt < failurePause) return;
    void this.#read();
  }

  /** The person has seen what is in the list. */
  see(): void {
    for (const question of this.#list.get()) this.#seen.add(answerKey(question));
    this.#news.set(0);
  }

  async ask(text: string): Promise<RefusalCode> {
    const outcome = await this.#change(async () => {
      const asked = await this.#parts.api.ask(this.#parts.viewingId, text.trim());
      this.#list.set([asked, ...this.#list.get()]);
    });
    if (outcome === undefined) this.draft.set('');
    return outcome;
  }

  async withdraw(questionId: string): Promise<RefusalCode> {
    const outcome = await this.#change(async () => {
      await this.#parts.api.withdrawQuestion(this.#parts.viewingId, questionId);
      this.#list.set(this.#list.get().filter(({ id }) => id !== questionId));
    });
    // It was answered meanwhile, or withdrawn in another tab.
    if (outcome === 'question_closed' || outcome === 'not_found') await this.#read();
    return outcome;
  }

  end(): void {
    this.#scope.end();
  }

  async #change(run: () => Promise<void>): Promise<RefusalCode> {
    try {
      await run();
      return undefined;
    } catch (error) {
      return codeOf(error) ?? 'unreachable';
    } finally {
      this.#ownChanges += 1;
    }
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    const { api, viewingId, now } = this.#parts;
    const changes = this.#ownChanges;
    try {
      const { revision, items } = await api.questions(viewingId);
      // A list from before an own change is read again with the next report.
      if (!this.#scope.ended && changes === this.#ownChanges) this.#take(revision, items);
    } catch {
      this.#failedAt = now();
    }
    this.#isReading = false;
  }

  #take(revision: string | null, items: readonly ViewerQuestion[]): void {
    this.#revision = revision;
    this.#list.set(items);
    if (!this.#isOpened) this.see();
    this.#isOpened = true;
    this.#news.set(items.filter((one) => one.answeredAt !== null && !this.#seen.has(answerKey(one))).length);
  }
}

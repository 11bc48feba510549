import type { Db } from '../../platform/db/db.ts';
import { FreshValues } from '../watching/fresh-values.ts';
import {
  countQuestionsOf,
  publicQuestionsOf,
  type Question,
  type QuestionCounts,
  questionsBy,
} from './questions.store.ts';

/** The questions of a session are counted once a second for all viewers. */
const countEveryMs = 1000;
/** Those that everybody sees are kept by their revision, and need not be fresh. */
const sharedMs = 10_000;

interface Viewer {
  sessionId: string;
  participantId: string;
}

interface Seen {
  /** Null: no questions. */
  revision: string | null;
  own: Question[];
  /** Those of other people. */
  others: Question[];
}

/**
 * The part of a revision that is the same for all viewers. The number alone would not show that one question was hidden
 * and another one answered. A question that is withdrawn was in no one else's list.
 */
const sharedRevisionOf = (counts: QuestionCounts[]): string =>
  `${counts.reduce((sum, { shared }) => sum + shared, 0)}.${counts.reduce((last, { sharedChangedAt }) => Math.max(last, sharedChangedAt), 0)}`;

function revisionIn(counts: QuestionCounts[], participantId: string): string | null {
  const own = counts.find((one) => one.participantId === participantId);
  const shared = sharedRevisionOf(counts);
  if (!own && shared === '0.0') return null;
  return `${shared}/${own?.own ?? 0}.${own?.ownChangedAt ?? 0}`;
}

/**
 * The questions of sessions as their viewers see them. Reports say when a page has to read its list again, so that
 * thousands of pages read it after an answer, and not every few seconds (docs/decisions/0195).
 */
export class SeenQuestions {
  readonly #db: Db;
  readonly #counts = new FreshValues<QuestionCounts[]>(countEveryMs);
  readonly #shared = new FreshValues<Question[]>(sharedMs);

  constructor(db: Db) {
    this.#db = db;
  }

  /** Changes whenever the questions that this viewer sees change; null: there are none. */
  async revisionFor({ sessionId, participantId }: Viewer): Promise<string | null> {
    return revisionIn(await this.#countsOf(sessionId), participantId);
  }

  /** The questions that a viewer sees. The revision is not newer than they are. */
  async seenBy({ sessionId, participantId }: Viewer): Promise<Seen> {
    const counts = await this.#countsOf(sessionId);
    const key = `${sessionId} ${sharedRevisionOf(counts)}`;
    const shared = await this.#shared.get(key, () => publicQuestionsOf(this.#db, sessionId));
    return {
      revision: revisionIn(counts, participantId),
      own: await questionsBy(this.#db, { sessionId, participantId }),
      others: shared.filter((one) => one.participantId !== participantId),
    };
  }

  #countsOf(sessionId: string): Promise<QuestionCounts[]> {
    return this.#counts.get(sessionId, () => countQuestionsOf(this.#db, sessionId));
  }
}

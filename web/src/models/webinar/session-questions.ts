import type { Answer } from '../../../../contract/routes.ts';
import { api } from '../../api/api.ts';
import type { Clock } from '../../kit/clock.ts';
import { codeOf } from '../../kit/refusals.ts';
import { Replica } from '../../kit/replica.ts';
import { createStore } from '../../kit/store.ts';
import type { CallEntry } from '../call/call-contract.ts';
import type { RefusalCode } from '../polls/polls.ts';

/** A question as moderators see it. */
export type SessionQuestion = Answer<'answerQuestion'>;

/** Without a text, the question is marked as answered. */
export type QuestionAnswer = { answer?: string; isPublic?: boolean };

/** The server operations for moderators of a session. */
export type SessionQuestionsApi = {
  /** The newest first. */
  read: () => Promise<readonly SessionQuestion[]>;
  answer: (id: string, given: QuestionAnswer & { ifRevision: number }) => Promise<SessionQuestion>;
  dismiss: (id: string, ifRevision: number) => Promise<SessionQuestion>;
};

/** An answer that is being written. */
export type AnswerDraft = {
  id: string;
  text: string;
  isPublic: boolean;
  /** That of the question when the form was opened; undefined: the person knows that it has changed since. */
  revision: number | undefined;
};

/** In ms. */
const readEvery = 5_000;

const replace = (changed: SessionQuestion) => (list: readonly SessionQuestion[] | undefined) =>
  list?.map((one) => (one.id === changed.id && one.revision < changed.revision ? changed : one));

/** The questions of a session for its moderators, read again every few seconds while they are watched. */
export class SessionQuestions {
  readonly #api: SessionQuestionsApi;
  readonly list: Replica<readonly SessionQuestion[] | undefined>;
  readonly draft = createStore<AnswerDraft | undefined>(undefined);

  constructor(questionsApi: SessionQuestionsApi, clock: Clock) {
    this.#api = questionsApi;
    this.list = new Replica<readonly SessionQuestion[] | undefined>({
      initial: undefined,
      read: () => questionsApi.read(),
      repeatAfter: () => readEvery,
      clock,
    });
  }

  /** Opens the form with what was answered before. */
  write({ id, answer, isPublic, revision }: SessionQuestion): void {
    this.draft.set({ id, text: answer ?? '', isPublic: answer === null || isPublic, revision });
  }

  async answer({ id, revision }: SessionQuestion, given: QuestionAnswer): Promise<RefusalCode> {
    const draft = this.draft.get();
    const isWritten = draft?.id === id;
    const ifRevision = (isWritten ? draft.revision : undefined) ?? revision;
    const outcome = await this.#change(() => this.#api.answer(id, { ...given, ifRevision }));
    if (isWritten && outcome === undefined) this.draft.set(undefined);
    if (isWritten && outcome === 'question_changed') this.draft.set({ ...draft, revision: undefined });
    return outcome;
  }

  dismiss({ id, revision }: SessionQuestion): Promise<RefusalCode> {
    return this.#change(() => this.#api.dismiss(id, revision));
  }

  async #change(run: () => Promise<SessionQuestion>): Promise<RefusalCode> {
    try {
      this.list.apply(replace(await run()));
      return undefined;
    } catch (error) {
      // Somebody else was faster, or the person withdrew the question.
      this.list.readSoon();
      return codeOf(error) ?? 'unreachable';
    }
  }
}

export function sessionQuestionsApi(
  { spaceId, roomId: playbackId, participantToken }: CallEntry,
  playbackEventSessionId: string,
): SessionQuestionsApi {
  const client = api(participantToken);
  const at = { spaceId, playbackId, playbackEventSessionId };
  return {
    read: async () => (await client.listSessionQuestions({ ...at, query: { limit: 1000 } })).items,
    answer: (questionId, body) => client.answerQuestion({ ...at, questionId, body }),
    dismiss: (questionId, ifRevision) => client.dismissQuestion({ ...at, questionId, body: { ifRevision } }),
  };
}

import { type FeedbackAnswer, feedbackAnswers } from '../../../../contract/operations/feedback-answers.ts';
import { Replica } from '../../kit/replica.ts';
import { retryWhileJoining } from '../../kit/retries.ts';
import { createScope } from '../../kit/scope.ts';
import type { Store } from '../../kit/store.ts';
import type { Payload } from '../live/live.ts';
import type { FeedbackChange } from './api.ts';
import { Attempts } from './attempts.ts';
import type { HandParts } from './hands.ts';
import { OwnGesture } from './own-gesture.ts';

/** By the id of the participant. */
export type Answers = ReadonlyMap<string, FeedbackAnswer>;

const nobody: Answers = new Map();

/** The answers of the people in the call: each has one, until it changes or a moderator clears all. */
export class Feedback {
  readonly #parts: HandParts;
  readonly #scope = createScope();
  readonly #answers: Replica<Answers>;
  readonly #own: OwnGesture<FeedbackAnswer | null>;
  readonly #attempts = new Attempts(this.#scope);

  constructor(parts: HandParts) {
    const { conversation, clock, participantId } = parts;
    this.#parts = parts;
    this.#answers = new Replica({ initial: nobody, read: () => this.#read(), clock });
    this.#own = new OwnGesture<FeedbackAnswer | null>({
      send: (answer) => this.#attempts.make(() => this.#answer(answer)),
      known: () => this.#answers.value.get().get(participantId) ?? null,
      read: () => void this.#answers.read(),
      ...{ clock, scope: this.#scope },
    });
    this.#scope.add(() => this.#answers.end());
    this.#scope.add(conversation.channel.subscribe(() => void this.#answers.read()));
    this.#scope.add(conversation.changes.on('feedback', (payload) => this.#onChanges(changesIn(payload))));
    this.#scope.add(conversation.changes.on('feedback-cleared', () => this.#onCleared()));
    this.#scope.add(this.#answers.value.subscribe(() => this.#own.show()));
    if (conversation.channel.get()) void this.#answers.read();
  }

  /** The answers of everybody; those of people who have just left may be among them. */
  get answers(): Store<Answers> {
    return this.#answers.value;
  }

  /** The own answer. A request of the person shows at once. */
  get mine(): Store<FeedbackAnswer | null> {
    return this.#own.shown;
  }

  /** Called with the error of a failed request. */
  onFailure(listener: (error: unknown) => void): () => void {
    return this.#attempts.onFailure(listener);
  }

  /** Gives an answer, or takes it back if it is given. */
  toggle(answer: FeedbackAnswer): Promise<boolean> {
    return this.#own.set(this.mine.get() === answer ? null : answer);
  }

  takeBack(): Promise<boolean> {
    return this.#own.set(null);
  }

  /** Clears the answers of everybody, as a moderator. */
  clear(): Promise<boolean> {
    return this.#attempts.make(() => this.#parts.api.clearFeedback());
  }

  end(): void {
    this.#scope.end();
  }

  #answer(answer: FeedbackAnswer | null): Promise<void> {
    const { api, clock } = this.#parts;
    const code = 'participant_not_in_call';
    return retryWhileJoining(() => api.answer(answer), { code, clock, scope: this.#scope });
  }

  async #read(): Promise<Answers> {
    const list = await this.#parts.api.feedback();
    this.#own.settle();
    return changed(nobody, list);
  }

  #onChanges(changes: readonly FeedbackChange[]): void {
    for (const { participantId, answer } of changes)
      if (participantId === this.#parts.participantId) this.#own.heard(answer);
    this.#answers.apply((before) => changed(before, changes));
  }

  #onCleared(): void {
    this.#own.heard(null);
    this.#answers.apply(() => nobody);
  }
}

function changed(before: Answers, changes: readonly FeedbackChange[]): Answers {
  const answers = new Map(before);
  for (const { participantId, answer } of changes) {
    if (answer === null) answers.delete(participantId);
    else answers.set(participantId, answer);
  }
  return answers;
}

/** A newer server may have answers that this page does not know: they count as none. */
function changesIn({ changes }: Payload): FeedbackChange[] {
  return (Array.isArray(changes) ? changes : []).flatMap((change) => {
    const { participantId, answer } = Object(change) as Record<string, unknown>;
    if (typeof participantId !== 'string') return [];
    return [{ participantId, answer: feedbackAnswers.find((known) => known === answer) ?? null }];
  });
}

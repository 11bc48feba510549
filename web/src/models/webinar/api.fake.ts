import type { Poll } from '../polls/api.ts';
import type { WebinarApi } from './api.ts';
import type {
  Program,
  QuestionList,
  SessionTimes,
  ViewerQuestion,
  Viewing,
  ViewingAnswer,
  ViewingReport,
} from './types.ts';

export const epoch = Date.parse('2026-11-24T15:00:00.000Z');

export const isoAt = (seconds: number): string => new Date(epoch + seconds * 1_000).toISOString();

export const sessionAt = (id: string, start: number, end: number | null): SessionTimes => ({
  id,
  startDate: isoAt(start),
  endDate: end === null ? null : isoAt(end),
});

/** A refusal as the client throws it. */
export const refusal = (status: number, code: string): Error =>
  Object.assign(new Error(code), { status, code });

/** An open question. */
export const questionOf = (id: string, more: Partial<ViewerQuestion> = {}): ViewerQuestion => ({
  ...{ id, text: id, askedAt: isoAt(0), state: 'open', answer: null, isPublic: false, answeredAt: null },
  ...{ isOwn: false, name: 'Ann' },
  ...more,
});

/** A server with one webinar; `now` is its clock in seconds. Tests change its fields. */
export class FakeWebinarServer {
  readonly #now: () => number;
  program: Omit<Program, 'serverTime'> = {
    name: 'Algebra',
    isPermanent: false,
    running: null,
    next: [],
    replay: null,
    duration: 600,
    redirectUrl: null,
  };
  /** The next requests fail with it. */
  failure: unknown;
  /** The next reports get no response until `hangUp`. */
  hanging = false;
  hangUp: () => void = () => undefined;
  opened: { sessionId?: string; isReplay?: boolean }[] = [];
  reports: ViewingReport[] = [];
  closed: string[] = [];
  clicked: string[] = [];
  answer: Partial<ViewingAnswer> = {};
  programReads = 0;
  polls: Poll[] = [];
  pollReads = 0;
  questions: QuestionList = { revision: null, items: [] };
  questionReads = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  readonly api: WebinarApi = {
    program: async () => {
      this.programReads += 1;
      return this.#reply({ ...this.#current(), serverTime: isoAt(this.#now()) });
    },
    open: async (request) => {
      const viewing = this.#reply(this.#view(request));
      this.opened.push(request);
      return viewing;
    },
    report: async (_viewingId, report) => {
      if (this.hanging)
        await new Promise((_resolve, reject) => {
          this.hangUp = () => reject(new Error('the request timed out'));
        });
      const answer = this.#reply(this.#answer());
      this.reports.push(report);
      return answer;
    },
    close: (viewingId) => this.closed.push(viewingId),
    polls: async () => {
      this.pollReads += 1;
      return this.#reply([...this.polls]);
    },
    vote: async (_viewingId, pollId) => {
      const poll = this.polls.find(({ id }) => id === pollId);
      return this.#reply({ ...(poll as Poll), isVoted: true });
    },
    endSession: async () => {
      this.answer = { ...this.answer, state: 'finished' };
    },
    questions: async () => {
      this.questionReads += 1;
      return this.#reply(this.questions);
    },
    ask: async (_viewingId, text) => {
      const asked = this.#reply(questionOf(`own ${this.questions.items.length + 1}`, { text, isOwn: true }));
      this.questions = { ...this.questions, items: [asked, ...this.questions.items] };
      return asked;
    },
    withdrawQuestion: async (_viewingId, questionId) => {
      const items = this.#reply(this.questions.items).filter(({ id }) => id !== questionId);
      this.questions = { ...this.questions, items };
    },
    react: async () => undefined,
    clickOffer: async (_viewingId, itemId) => void this.clicked.push(itemId),
  };

  #reply<T>(value: T): T {
    if (this.failure) throw this.failure;
    return value;
  }

  /** A start that has come runs. */
  #current(): Omit<Program, 'serverTime'> {
    const now = epoch + this.#now() * 1_000;
    const running = this.program.next.find(
      ({ startDate, endDate }) =>
        Date.parse(startDate) <= now && (endDate === null || Date.parse(endDate) > now),
    );
    const next = this.program.next.filter(({ startDate }) => Date.parse(startDate) > now);
    return { ...this.program, running: running ?? this.program.running, next };
  }

  #view({ sessionId, isReplay }: { sessionId?: string; isReplay?: boolean }): Viewing {
    const { running, replay } = this.#current();
    const session = isReplay ? replay : running;
    if (!session || session.id !== sessionId) throw refusal(409, 'session_not_running');
    return {
      viewingId: `viewing ${this.opened.length + 1}`,
      kind: isReplay ? 'replay' : 'live',
      session: { ...session, state: isReplay ? 'finished' : 'running' },
      duration: this.program.duration ?? 0,
      position: 0,
      serverTime: isoAt(this.#now()),
      playlistUrl: '/v1/playlists/first/master.m3u8',
      posterUrl: null,
      chatChannelId: '1',
      isSeekable: isReplay ?? false,
    };
  }

  #answer(): ViewingAnswer {
    const { running } = this.#current();
    return {
      serverTime: isoAt(this.#now()),
      state: running ? 'running' : 'finished',
      endDate: running?.endDate ?? this.program.next[0]?.endDate ?? null,
      playlistUrl: `/v1/playlists/renewed-${this.reports.length + 1}/master.m3u8`,
      viewers: 3,
      items: [],
      hasCaptions: false,
      ...this.answer,
    };
  }
}

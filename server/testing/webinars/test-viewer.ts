import { ApiError, type Client } from '../../../contract/client/index.ts';
import type { Answer } from '../../../contract/routes.ts';
import { waitUntil } from '../wait.ts';

export type AcceptedReport = Answer<'reportViewing'>;

export interface ViewerOptions {
  at: { spaceId: string; playbackId: string };
  /** Milliseconds between two reports. */
  everyMs: number;
}

/**
 * The page of a viewer as the server sees it: it opens a viewing and reports the second of the session's clock again
 * and again, also while no server answers.
 */
export class TestViewer {
  readonly opened: Answer<'openViewing'>;
  /** With the times at which the responses came. */
  readonly accepted: { at: number; report: AcceptedReport }[] = [];
  /** Codes of refusals. A connection that fails is none. */
  readonly refusals: string[] = [];
  readonly #api: Client;
  readonly #options: ViewerOptions;
  readonly #reporting: Promise<void>;
  #isOver = false;

  private constructor(api: Client, opened: Answer<'openViewing'>, options: ViewerOptions) {
    this.#api = api;
    this.opened = opened;
    this.#options = options;
    this.#reporting = this.#reportAgainAndAgain();
  }

  static async open(api: Client, options: ViewerOptions): Promise<TestViewer> {
    return new TestViewer(api, await api.openViewing({ ...options.at, body: {} }), options);
  }

  get last(): AcceptedReport | undefined {
    return this.accepted.at(-1)?.report;
  }

  /** The second of the video that everybody sees now. */
  get position(): number {
    return (Date.now() - Date.parse(this.opened.session.startDate)) / 1000;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#reporting;
  }

  async #reportAgainAndAgain(): Promise<void> {
    while (!this.#isOver) {
      const next = performance.now() + this.#options.everyMs;
      await this.#report();
      await waitUntil(() => this.#isOver || performance.now() >= next, {
        timeout: this.#options.everyMs + 10_000,
        message: 'the time of the next report',
      });
    }
  }

  async #report(): Promise<void> {
    const { viewingId } = this.opened;
    const body = { position: Math.max(0, this.position), isPlaying: true, isTabVisible: true };
    try {
      const report = await this.#api.reportViewing({ ...this.#options.at, viewingId, body });
      this.accepted.push({ at: Date.now(), report });
    } catch (error) {
      if (error instanceof ApiError) this.refusals.push(error.code);
    }
  }
}

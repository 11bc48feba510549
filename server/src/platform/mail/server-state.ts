import { ticks } from '../clock.ts';
import { isOfOneEmail, mailFaultOf } from './faults.ts';

export const timings = {
  /** How long the mail server counts as it was found, while it works and while it does not. */
  worksMs: 600_000,
  brokenMs: 60_000,
};

/** The state of the mail server, known by each email and by sign-ins without one. */
export class MailServerState {
  readonly #signIn: () => Promise<unknown>;
  #failure: unknown;
  #foundAt = Number.NEGATIVE_INFINITY;

  /** @param signIn signs in at the mail server without sending anything */
  constructor(signIn: () => Promise<unknown>) {
    this.#signIn = signIn;
  }

  /** Notes the outcome of an email; undefined: it was accepted. */
  note(failure: unknown): void {
    if (failure !== undefined && isOfOneEmail(failure)) return;
    this.#failure = failure;
    this.#foundAt = ticks();
  }

  /** Signs in now. @throws the failure */
  async check(): Promise<void> {
    // Not repeated while it lasts.
    this.#foundAt = ticks();
    try {
      await this.#signIn();
      this.note(undefined);
    } catch (error) {
      this.note(error);
      throw error;
    }
  }

  /**
   * Rejects if the mail server did not work when it was last used. A health check does not wait for it: mail servers
   * that are asked each second would refuse us.
   */
  async health(): Promise<void> {
    const lastsMs = this.#failure === undefined ? timings.worksMs : timings.brokenMs;
    if (ticks() - this.#foundAt >= lastsMs) void this.check().catch(() => undefined);
    if (this.#failure !== undefined)
      throw new Error(`the mail server of SMTP_URL: ${mailFaultOf(this.#failure)}`);
  }
}

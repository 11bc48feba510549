import { statusOf } from '../../../kit/refusals.ts';
import type { CallApi, Source } from '../api.ts';
import type { Notices } from '../notices.ts';

type Somebody = { id: string; name: string };

/** A moderator's actions on others. The server decides; a failure becomes a notice. */
export class Moderation {
  readonly #api: CallApi;
  readonly #notices: Notices;

  constructor(api: CallApi, notices: Notices) {
    this.#api = api;
    this.#notices = notices;
  }

  mute(person: Somebody, source: Source): Promise<boolean> {
    return this.#try(() => this.#api.mute(person.id, source), person.name);
  }

  remove(person: Somebody): Promise<boolean> {
    return this.#try(() => this.#api.remove(person.id), person.name);
  }

  allowSpeaking(person: Somebody): Promise<boolean> {
    return this.#try(() => this.#api.allowSpeaking(person.id), person.name);
  }

  stopSpeaking(person: Somebody): Promise<boolean> {
    return this.#try(() => this.#api.stopSpeaking(person.id), person.name);
  }

  finishForAll(): Promise<boolean> {
    return this.#try(() => this.#api.finishForAll(), undefined);
  }

  async #try(act: () => Promise<void>, name: string | undefined): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      // 409: they left, or did it themselves a moment earlier.
      const tooLate = statusOf(error) === 409 && name !== undefined;
      this.#notices.add(tooLate ? { kind: 'action-too-late', name } : { kind: 'action-failed' });
      return false;
    }
  }
}

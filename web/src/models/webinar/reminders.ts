import type { Answer, Body } from '../../../../contract/routes.ts';
import { sendInKnownZone, statusOf } from '../../kit/refusals.ts';
import { createStore, type Store } from '../../kit/store.ts';

export type RemindersAnswer = Answer<'getReminders'>;

/** The server operations of reminders. */
export type RemindersApi = {
  read: () => Promise<RemindersAnswer>;
  request: (body: Body<'requestReminders'>) => Promise<Answer<'requestReminders'>>;
  cancel: (sessionId: string) => Promise<void>;
};

type RemindersState = {
  /** Undefined until it is read. */
  answer: RemindersAnswer | undefined;
  isBusy: boolean;
  /** The outcome of the last change, until the next one. */
  outcome: 'on' | 'off' | 'failed' | 'tooMany' | undefined;
};

/** The emails that the viewer requested before sessions of the webinar. */
export class Reminders {
  readonly #api: RemindersApi;
  readonly #state = createStore<RemindersState>({ answer: undefined, isBusy: false, outcome: undefined });

  readonly state: Store<RemindersState> = this.#state;

  constructor(api: RemindersApi) {
    this.#api = api;
  }

  /** Reads what was requested. Without a response, the page offers no reminders. */
  async load(): Promise<void> {
    const answer = await this.#api.read().catch(() => undefined);
    if (answer) this.#change({ answer });
  }

  async turnOn(body: Body<'requestReminders'>): Promise<void> {
    await this.#run('on', async () => {
      const { timezone: _, ...inZoneOfEvent } = body;
      const item = await sendInKnownZone(
        () => this.#api.request(body),
        () => this.#api.request(inZoneOfEvent),
      );
      this.#setItems((items) => [...items.filter(({ sessionId }) => sessionId !== item.sessionId), item]);
    });
  }

  async turnOff(sessionId: string): Promise<void> {
    await this.#run('off', async () => {
      await this.#api.cancel(sessionId);
      this.#setItems((items) => items.filter((item) => item.sessionId !== sessionId));
    });
  }

  /** Forgets the outcome: the page shows another session. */
  forget(): void {
    this.#change({ outcome: undefined });
  }

  async #run(done: 'on' | 'off', request: () => Promise<void>): Promise<void> {
    if (this.#state.get().isBusy) return;
    this.#change({ isBusy: true, outcome: undefined });
    try {
      await request();
      this.#change({ isBusy: false, outcome: done });
    } catch (error) {
      this.#change({ isBusy: false, outcome: statusOf(error) === 429 ? 'tooMany' : 'failed' });
      // The refusal may say what the page does not know yet, such as that the address was unsubscribed.
      await this.load();
    }
  }

  #setItems(change: (items: RemindersAnswer['items']) => RemindersAnswer['items']): void {
    const { answer } = this.#state.get();
    if (answer) this.#change({ answer: { ...answer, items: change(answer.items) } });
  }

  #change(changes: Partial<RemindersState>): void {
    this.#state.set({ ...this.#state.get(), ...changes });
  }
}

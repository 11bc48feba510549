/** The server's time, however wrong the clock of this device is: every answer says at what second it was given. */
export class ServerClock {
  readonly #own: () => number;
  #ahead = 0;

  constructor(own: () => number = () => Date.now()) {
    this.#own = own;
  }

  readonly now = (): number => this.#own() + this.#ahead;

  readonly fetch: typeof fetch = async (input, init) => {
    const sent = this.#own();
    const answer = await globalThis.fetch(input, init);
    this.#adjust(Date.parse(answer.headers.get('date') ?? ''), sent);
    return answer;
  };

  /** It was given after it was asked for and before it came, within the second that it names: what fits is kept. */
  #adjust(second: number, sent: number): void {
    if (Number.isNaN(second)) return;
    const [least, most] = [second - this.#own(), second + 1_000 - sent];
    this.#ahead = Math.min(Math.max(this.#ahead, least), most);
  }
}

/** What asks the server goes through its `fetch`; what runs since a moment of the server is told by its `now`. */
export const serverClock = new ServerClock();

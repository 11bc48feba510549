/** The server's time despite a wrong clock of this device: every response has a `Date` header, in seconds. */
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

  /** The response was made between request and arrival, within the second of its header: keep the offsets that fit. */
  #adjust(second: number, sent: number): void {
    if (Number.isNaN(second)) return;
    const [least, most] = [second - this.#own(), second + 1_000 - sent];
    this.#ahead = Math.min(Math.max(this.#ahead, least), most);
  }
}

/** `fetch` learns from responses; `now` is the server's time for durations that began at a server time. */
export const serverClock = new ServerClock();

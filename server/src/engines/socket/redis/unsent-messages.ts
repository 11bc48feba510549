/** Further messages are dropped, to bound memory in a long outage of Redis. */
const most = 5000;

/** Messages that Redis did not take and that the table cannot replace; they are sent when it is back. */
export class UnsentMessages {
  #words: { channel: string; text: string }[] = [];

  add(channel: string, text: string): void {
    if (this.#words.length < most) this.#words.push({ channel, text });
  }

  take(): { channel: string; text: string }[] {
    return this.#words.splice(0);
  }
}

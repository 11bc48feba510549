/** Further messages are dropped, to bound memory in a long outage of Redis. */
const most = 5000;

/** Messages that Redis did not take and that the table cannot replace; they are sent when it is back. */
export class UnsentMessages {
  #messages: { channel: string; text: string }[] = [];

  add(channel: string, text: string): void {
    if (this.#messages.length < most) this.#messages.push({ channel, text });
  }

  take(): { channel: string; text: string }[] {
    return this.#messages.splice(0);
  }
}

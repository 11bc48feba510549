/** More than that is not kept: a Redis that is away for long is not waited for with everything that was said. */
const most = 5000;

/** Words that Redis did not take and that the table does not make up for: said when it is back. */
export class UnsentMessages {
  #words: { channel: string; text: string }[] = [];

  add(channel: string, text: string): void {
    if (this.#words.length < most) this.#words.push({ channel, text });
  }

  take(): { channel: string; text: string }[] {
    return this.#words.splice(0);
  }
}

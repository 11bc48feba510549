import type { Message } from './types.ts';

/** A message that only this person gets: the channel does not have it. */
export type PersonalMessage = {
  id: string;
  text: string;
  /** The name under which it appears. */
  author: string;
  kind: 'original' | 'organizer';
  /** When it appeared, in ms. */
  appearedAt: number;
};

const prefix = 'personal ';

/** Nobody can react to such a message, reply to it or remove it. */
export const isPersonal = ({ id }: Pick<Message, 'id'>): boolean => id.startsWith(prefix);

/** So much of a change's number is left for the personal messages after it. */
const step = 1 / 65_536;

const messageOf = ({ id, text, author, kind, appearedAt }: PersonalMessage, seq: number): Message => ({
  ...{ id: `${prefix}${id}`, text, type: 'user', userId: null, seq },
  createdAt: new Date(appearedAt).toISOString(),
  meta: { [kind]: true, author },
});

/** The personal messages of a conversation, and their places among its own. */
export class PersonalMessages {
  #list: readonly PersonalMessage[] = [];
  #among: readonly Message[] = [];
  #merged: readonly Message[] = [];

  /** Replaces the list, which is in order of time. Returns the messages that are new. */
  set(list: readonly PersonalMessage[]): readonly Message[] {
    const known = new Set(this.#list.map(({ id }) => id));
    this.#list = list;
    this.#merged = this.#merge();
    const fresh = new Set(list.flatMap(({ id }) => (known.has(id) ? [] : [`${prefix}${id}`])));
    return this.#merged.filter(({ id }) => fresh.has(id));
  }

  /** The messages with the personal ones at their times; the same array while neither changes. */
  among(messages: readonly Message[]): readonly Message[] {
    if (messages === this.#among) return this.#merged;
    this.#among = messages;
    this.#merged = this.#merge();
    return this.#merged;
  }

  #merge(): readonly Message[] {
    if (this.#list.length === 0) return this.#among;
    const merged: Message[] = [];
    let [next, seq] = [0, 0];
    const addUntil = (time: number): void => {
      for (let one = this.#list[next]; one && one.appearedAt < time; one = this.#list[next]) {
        // Unread messages are counted by their numbers.
        seq += step;
        merged.push(messageOf(one, seq));
        next += 1;
      }
    };
    for (const message of this.#among) {
      addUntil(Date.parse(message.createdAt));
      merged.push(message);
      seq = message.seq;
    }
    addUntil(Number.POSITIVE_INFINITY);
    return merged;
  }
}

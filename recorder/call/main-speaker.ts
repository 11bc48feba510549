export interface SpeakingNow {
  participantId: string;
  /** Since when this turn goes on; undefined: silent. */
  since: number | undefined;
  /** The last moment with sound. */
  lastLoud: number;
}

/** Seconds for which somebody has to speak to become large, where the one before is silent. */
const takesOverAfter = 0.8;
/** Seconds of silence in which the one before stays large: a pause, an answer of one word. */
const staysFor = 1.5;

/** Who is large: the one who spoke last for long enough. Somebody who goes on speaking is not put aside. */
export class MainSpeaker {
  #current: string | undefined;

  get participantId(): string | undefined {
    return this.#current;
  }

  /** @param people who is there and not muted, `t` seconds of the recording */
  update(people: readonly SpeakingNow[], t: number): string | undefined {
    const current = people.find(({ participantId }) => participantId === this.#current);
    if (current && t - current.lastLoud < staysFor) return this.#current;
    const needed = current ? takesOverAfter : 0;
    let longest: SpeakingNow | undefined;
    for (const person of people) {
      if (person.since === undefined || t - person.since < needed) continue;
      if (longest?.since === undefined || person.since < longest.since) longest = person;
    }
    // Who fell silent stays large until somebody else speaks; who left does not.
    if (longest) this.#current = longest.participantId;
    return this.#current;
  }

  /** Who is not there any more cannot be large. */
  keepOnly(participantIds: ReadonlySet<string>): void {
    if (this.#current !== undefined && !participantIds.has(this.#current)) this.#current = undefined;
  }
}

export interface SpeakingNow {
  participantId: string;
  /** Start of the current speaking turn; undefined: silent. */
  since: number | undefined;
  /** The last moment with sound. */
  lastLoud: number;
}

/** Seconds that a person has to speak to become large after the previous speaker fell silent. */
const takesOverAfter = 0.8;
/** Seconds of silence during which the previous speaker stays large: a pause or a one-word answer by someone else. */
const staysFor = 1.5;

/** Selects the large person: the last one who spoke for long enough. A person who goes on speaking stays large. */
export class MainSpeaker {
  #current: string | undefined;

  get participantId(): string | undefined {
    return this.#current;
  }

  /** @param people everybody present and not muted, `t` seconds of the recording */
  update(people: readonly SpeakingNow[], t: number): string | undefined {
    const current = people.find(({ participantId }) => participantId === this.#current);
    if (current && t - current.lastLoud < staysFor) return this.#current;
    const needed = current ? takesOverAfter : 0;
    let longest: SpeakingNow | undefined;
    for (const person of people) {
      if (person.since === undefined || t - person.since < needed) continue;
      if (longest?.since === undefined || person.since < longest.since) longest = person;
    }
    // A person who fell silent stays large until somebody else speaks; a person who left does not.
    if (longest) this.#current = longest.participantId;
    return this.#current;
  }

  /** Forgets the large person if they have left. */
  keepOnly(participantIds: ReadonlySet<string>): void {
    if (this.#current !== undefined && !participantIds.has(this.#current)) this.#current = undefined;
  }
}

interface Contacted {
  personKey: string;
  /** The name and email of a person without an own id or an account; null if one of them is missing. */
  contact: string | null;
}

/**
 * Gives the participants of one name and email the key of one person: a pupil may get a new link for each lesson, and
 * open each on another device (docs/decisions/0183). Participants who were one person stay one person.
 */
export function joinByContact<P extends Contacted>(participants: P[]): P[] {
  const firstKeys = new Map<string, string>();
  const joined = new Map<string, string>();
  const keyOf = (personKey: string): string => {
    let key = personKey;
    for (let next = joined.get(key); next !== undefined; next = joined.get(key)) key = next;
    // The next look is short, however long a chain of contacts becomes.
    if (key !== personKey) joined.set(personKey, key);
    return key;
  };
  for (const { personKey, contact } of participants) {
    if (contact === null) continue;
    const first = firstKeys.get(contact);
    if (first === undefined) firstKeys.set(contact, personKey);
    else if (keyOf(first) !== keyOf(personKey)) joined.set(keyOf(personKey), keyOf(first));
  }
  if (joined.size === 0) return participants;
  return participants.map((participant) => ({ ...participant, personKey: keyOf(participant.personKey) }));
}

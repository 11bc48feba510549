type Person = { role: 'user' | 'moderator' };

/**
 * Decides for each person who came, or had a link of their own, whether their attendance counts: that of moderators only
 * if nobody else was expected, as in a meeting of teachers (docs/decisions/0183).
 */
export function countedAmong(expected: readonly Person[]): (person: Person) => boolean {
  const hasParticipants = expected.some(({ role }) => role === 'user');
  return ({ role }) => role === 'user' || !hasParticipants;
}

type Person = { role: 'user' | 'moderator' };

/**
 * Whose attendance counts, among the people who came and those with a link of their own: that of moderators only if
 * nobody else was expected, as in a meeting of teachers (docs/decisions/0183).
 */
export function countedAmong(expected: readonly Person[]): (person: Person) => boolean {
  const hasParticipants = expected.some(({ role }) => role === 'user');
  return ({ role }) => role === 'user' || !hasParticipants;
}

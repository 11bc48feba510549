/** Sorts questions by their answers, the newest first. */
export const byAnswer = (one: { answeredAt: string | null }, other: { answeredAt: string | null }): number =>
  (other.answeredAt ?? '').localeCompare(one.answeredAt ?? '');

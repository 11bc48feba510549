import type { CallPerson } from '../../../../contract/operations/analytics.ts';
import { detailsOf, type PersonOfCall, presentEntries, presentIntervals } from './report.ts';

/** A person of a call with their keys and times, without what the report adds. */
export function presentPerson(person: PersonOfCall): CallPerson {
  const { name, role, externalUserId, userId, isErased } = detailsOf(person);
  return {
    participantId: person.participantId,
    ...{ name, role, externalUserId, userId, isErased },
    ...presentEntries(person),
    onlineDuration: person.times.durations.online,
    intervals: presentIntervals(person.times.online),
  };
}

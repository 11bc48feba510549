import type { ActiveCallPerson } from '../../../../contract/operations/active-call-people.ts';
import type { AnalyticsCall, CallPerson } from '../../../../contract/operations/reports.ts';
import { type CountedCall, presentCall } from '../../calls/calls.ts';
import { detailsOf, presentEntries, presentIntervals } from '../people/details.ts';
import type { PersonOfCall } from './report.ts';

export const presentAnalyticsCall = ({ call, counts, roomName, isPast }: CountedCall): AnalyticsCall => ({
  ...presentCall(call, counts),
  roomName,
  isReportExpired: isPast,
});

/** Name and keys of a person, and their figures in the call. */
function presentFigures(person: PersonOfCall): Omit<CallPerson, 'intervals'> {
  const { name, role, externalUserId, userId, isErased } = detailsOf(person);
  return {
    participantId: person.participantId,
    ...{ name, role, externalUserId, userId, isErased },
    ...presentEntries({ ...person.times, isOnline: person.isOnline }),
    onlineDuration: person.times.durations.online,
  };
}

/** A person of a call with their keys and times, without what the report adds. */
export const presentPerson = (person: PersonOfCall): CallPerson => ({
  ...presentFigures(person),
  intervals: presentIntervals(person.times.online),
});

/** A person of a running call for its moderators. */
export const presentActivePerson = (person: PersonOfCall): ActiveCallPerson => ({
  ...presentFigures(person),
  isOnline: person.isOnline,
});

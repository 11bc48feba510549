import type { CallInput, PersonTimes } from '../model.ts';
import { timesOfPerson, visitsByPerson } from '../times.ts';

/**
 * The times of each person of a call who entered it, over all of their participants and visits: overlapping visits count
 * once, nothing lies outside the call, and no activity lies outside its visit. Exact to the millisecond.
 */
export const timesOfPeople = (call: CallInput): PersonTimes[] =>
  [...visitsByPerson(call)].map(([personKey, visits]) => timesOfPerson(call, personKey, visits));

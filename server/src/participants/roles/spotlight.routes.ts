import { now } from '../../platform/clock.ts';
import { refuse } from '../../platform/errors.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { ledParticipantOf } from '../access.ts';
import { presentParticipant } from '../present.ts';
import type { ModerationParts } from './moderate.ts';

/** A person in the call whom a moderator shows large to everybody until they leave. */
export const spotlightEndpoints = ({ engine }: Pick<ModerationParts, 'engine'>): Endpoint[] => [
  endpoint('spotlightParticipant', {
    access: ledParticipantOf,
    handle: async ({ access: { participant, room } }) => {
      const { id, removedAt } = participant;
      if (removedAt) refuse('participant_not_in_call');
      const person = (await engine.findParticipant(room.id, id)) ?? refuse('participant_not_in_call');
      // The order of the spotlights is that of their beginnings.
      if (person.spotlitSince === undefined) await engine.setSpotlight(room.id, id, now());
      return presentParticipant(participant, room);
    },
  }),
  endpoint('endSpotlight', {
    access: ledParticipantOf,
    handle: async ({ access: { participant, room } }) => {
      await engine.setSpotlight(room.id, participant.id, null);
      return presentParticipant(participant, room);
    },
  }),
];

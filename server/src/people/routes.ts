import { type Endpoint, endpoint, openToAll } from '../platform/http/endpoint.ts';
import { erasePerson, type PeopleParts } from './erase.ts';

export const personEndpoints = (parts: PeopleParts): Endpoint[] => [
  endpoint('erasePerson', {
    access: openToAll,
    handle: async ({ db, caller, params }) => {
      await erasePerson(parts, db, { ownerId: caller.userId, externalUserId: params.externalUserId });
      return undefined;
    },
  }),
];

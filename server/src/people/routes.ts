import { type Endpoint, endpoint, open } from '../platform/http/endpoint.ts';
import { erasePerson, type PeopleParts } from './erase.ts';

export const personEndpoints = (parts: PeopleParts): Endpoint[] => [
  endpoint('erasePerson', {
    access: open,
    handle: async ({ db, caller, params }) => {
      await erasePerson(parts, db, { ownerId: caller.userId, externalUserId: params.externalUserId });
      return undefined;
    },
  }),
];

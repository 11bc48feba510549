import { refuse, refuseField } from '../../platform/errors.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { admittedChatUser, participantIdOf } from '../access.ts';
import type { ChatParts } from '../parts.ts';
import { applicationEndpoints } from './applications.ts';
import { updateProfile } from './profile.ts';
import { machineEndpoints, signUpEndpoints } from './sign-up.ts';
import { usersAsParticipants, usersByIds, usersSeenBy } from './store.ts';

export const peopleEndpoints = (parts: ChatParts): Endpoint[] => [
  endpoint('fetchChatUsers', {
    access: (by) => admittedChatUser(parts, by),
    handle: async ({ db, caller, access: { id: userId, spaceId }, body: { ids, participantIds } }) => {
      if (!ids && !participantIds) refuseField('ids', 'is required where no participantIds are given');
      const asking = { userId, spaceId, participantId: participantIdOf(caller) };
      const byParticipants = participantIds?.length
        ? await usersAsParticipants(db, asking, participantIds)
        : [];
      return [...byParticipants, ...(ids?.length ? await usersSeenBy(db, asking, ids.map(String)) : [])];
    },
  }),
  endpoint('updateProfile', {
    access: (by) => admittedChatUser(parts, by),
    handle: async ({ db, access: user, body }) => {
      await updateProfile(parts, db, { user, body });
      const [changed] = await usersByIds(db, [user.id]);
      return changed ?? refuse('not_found');
    },
  }),
  ...machineEndpoints(parts),
  ...signUpEndpoints(parts),
  ...applicationEndpoints(parts),
];

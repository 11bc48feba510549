import { refuse } from '../../platform/errors.ts';
import { type Endpoint, endpoint, openToAll } from '../../platform/http/endpoint.ts';
import { spaceOf } from '../../spaces/spaces.ts';
import { admittedChatUser, participantIdOf } from '../access.ts';
import type { ChatParts } from '../parts.ts';
import {
  changeChatSettings,
  makeMachineToken,
  ownApplicationSpace,
  readChatSettings,
  requireSpaceOfApplication,
} from './applications.ts';
import { fetchVisibleUsers, presentChatUsers } from './people.ts';
import { updateProfile } from './profile.ts';
import { createUser, issueToken, logIn, signUp } from './sign-up.ts';

export const peopleEndpoints = (parts: ChatParts): Endpoint[] => [
  endpoint('fetchChatUsers', {
    access: (by) => admittedChatUser(parts, by),
    handle: ({ db, caller, access: { id: userId, spaceId }, body }) =>
      fetchVisibleUsers(db, { userId, spaceId, participantId: participantIdOf(caller) }, body),
  }),
  endpoint('updateProfile', {
    access: (by) => admittedChatUser(parts, by),
    handle: async ({ db, access: user, body }) => {
      await updateProfile(parts, db, { user, body });
      const [changed] = await presentChatUsers(db, [user.id]);
      return changed ?? refuse('not_found');
    },
  }),
  ...machineEndpoints(parts),
  ...signUpEndpoints(parts),
  ...applicationEndpoints(parts),
];

/** Endpoints for the integrator's server. */
const machineEndpoints = (parts: ChatParts): Endpoint[] => [
  endpoint('createChatUser', {
    access: ownApplicationSpace,
    handle: ({ db, access: spaceId, body }) => createUser(parts, db, { spaceId, body }),
  }),
  endpoint('issueChatToken', {
    access: async (request) => {
      const spaceId = await ownApplicationSpace(request);
      return issueToken(parts, request.db, { spaceId, externalId: request.params.externalId });
    },
    handle: async ({ access }) => access,
  }),
];

/** Endpoints for people who sign up. Their responses contain secrets, so they are not stored under idempotency keys. */
const signUpEndpoints = (parts: ChatParts): Endpoint[] => [
  endpoint('signUp', {
    access: openToAll,
    handle: ({ db, body, origin }) => signUp(parts, db, { body, ip: origin.ip }),
  }),
  endpoint('logIn', {
    access: openToAll,
    handle: ({ db, body, origin }) => logIn(parts, db, { body, ip: origin.ip }),
  }),
];

const applicationEndpoints = (parts: ChatParts): Endpoint[] => [
  endpoint('getChatApplicationSettings', {
    access: ({ db, params }) => requireSpaceOfApplication(db, params.appId),
    handle: ({ db, access: spaceId }) => readChatSettings(parts, db, spaceId),
  }),
  endpoint('updateChatSettings', {
    access: spaceOf,
    handle: ({ db, access: { space }, body }) => changeChatSettings(parts, db, { spaceId: space.id, body }),
  }),
  endpoint('createChatM2mToken', {
    access: spaceOf,
    handle: ({ db, access }) => makeMachineToken(db, access),
  }),
];

import type { Answer } from '../../../../contract/routes.ts';
import { prefixes } from '../../auth/auth.ts';
import { hashOf, randomToken } from '../../platform/crypto.ts';
import { breaksReference, type Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { spaceOf } from '../../spaces/spaces.ts';
import type { ChatParts } from '../parts.ts';
import {
  saveApplicationSettings,
  saveMachineToken,
  settingsOfApplication,
  spaceOfApplication,
} from './applications.store.ts';

type Settings = Answer<'getChatApplicationSettings'>;

/** Finds the group of the application that a path or a body names. */
export const requireSpaceOfApplication = async (db: Db, appId: string): Promise<string> =>
  (await spaceOfApplication(db, appId)) ?? refuse('not_found');

/** Finds the group of the application in the path if the machine token belongs to it. */
export async function ownApplicationSpace(by: {
  db: Db;
  caller: { spaceId: string };
  params: { appId: string };
}): Promise<string> {
  const spaceId = await requireSpaceOfApplication(by.db, by.params.appId);
  return spaceId === by.caller.spaceId ? spaceId : refuse('not_found');
}

export const readChatSettings = async (parts: ChatParts, db: Db, spaceId: string): Promise<Settings> => ({
  ...(await settingsOfApplication(db, spaceId)),
  socketUrl: parts.socket.url,
});

/** The group was deleted between the check and the insert. */
const refuseWhenGone = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => (breaksReference(error) ? refuse('not_found') : Promise.reject(error)));

/** The settings and the machine token of a chat application. */
export const applicationEndpoints = (parts: ChatParts): Endpoint[] => [
  endpoint('getChatApplicationSettings', {
    access: ({ db, params }) => requireSpaceOfApplication(db, params.appId),
    handle: ({ db, access: spaceId }) => readChatSettings(parts, db, spaceId),
  }),
  endpoint('updateChatSettings', {
    inTransaction: true,
    access: spaceOf,
    handle: async ({ db, access: { space }, body }) => {
      const known = Object.keys(await settingsOfApplication(db, space.id));
      const named = Object.entries(body).filter(([name]) => known.includes(name));
      if (named.length > 0)
        await refuseWhenGone(saveApplicationSettings(db, space.id, Object.fromEntries(named)));
      return readChatSettings(parts, db, space.id);
    },
  }),
  // The token is shown once; only its hash is stored.
  endpoint('createChatM2mToken', {
    inTransaction: true,
    access: spaceOf,
    handle: async ({ db, access: { space } }) => {
      const token = prefixes.application + randomToken(32);
      await refuseWhenGone(saveMachineToken(db, space.id, hashOf(token)));
      return { appId: space.chat_application_id, token };
    },
  }),
];

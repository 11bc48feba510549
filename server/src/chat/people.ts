import type { Answer } from '../../../contract/routes.ts';
import type { Db } from '../platform/db/db.ts';
import { type SeenUser, usersByIds } from './people.store.ts';

/** People by their ids, in no order; unknown ones are left out. */
export const presentUsers = async (db: Db, ids: readonly string[]): Promise<Answer<'fetchChatUsers'>> =>
  ids.length === 0 ? [] : (await usersByIds(db, ids)).map(presentUser);

export const presentUser = (user: SeenUser): Answer<'updateProfile'> => user;

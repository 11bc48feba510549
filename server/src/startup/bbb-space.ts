import type { Config } from '../config.ts';
import type { Db } from '../platform/db/db.ts';
import { Unstartable } from '../platform/errors.ts';
import { spaceExists } from './bbb-space.store.ts';

/** Refuses the start if the setting names a group that does not exist. */
export async function checkBigBlueButtonSpace({ db, config }: { db: Db; config: Config }): Promise<void> {
  const { LECTERN_BBB_SPACE: id, LECTERN_BBB_SECRET: secret } = config;
  if (id === undefined || secret === undefined || (await spaceExists(db, id))) return;
  throw new Unstartable(
    `LECTERN_BBB_SPACE: there is no group ${id}. Set the id of a group, or remove the setting: then Lectern makes one.`,
  );
}

import { now } from '../../platform/clock.ts';
import { randomAlphanumeric } from '../../platform/crypto.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { insertNamedSpace } from '../../spaces/spaces.ts';
import { plansWithWebhooks } from '../../webhooks/webhooks.ts';
import type { BbbParts } from '../parts.ts';
import { openSecret } from '../secret.ts';
import {
  defaultSpace,
  findUsableServer,
  firstAccount,
  lockDefaultSpace,
  noteRequest,
  setDefaultSpace,
} from '../servers.store.ts';

/** The API to which a request belongs: that of a group, or that of the installation. */
export type Base = { spaceId: string } | 'installation';

/** The secrets with which requests for it may be signed, the present one first. */
export interface Server {
  base: Base;
  secrets: readonly string[];
  /** False for an API that does not exist or is off. Its requests are refused as those with a wrong checksum are. */
  isUsable: boolean;
}

/** Signs nothing. Requests for a server that does not exist take as long as others. */
const unknownSecret = randomAlphanumeric(64);

export async function serverOf({ db, keyring, installation }: BbbParts, base: Base): Promise<Server> {
  if (base === 'installation') {
    return { base, secrets: [installation?.secret ?? unknownSecret], isUsable: installation !== undefined };
  }
  const row = await findUsableServer(db, base.spaceId, plansWithWebhooks);
  if (!row) return { base, secrets: [unknownSecret], isUsable: false };
  const { previousSecret, previousSecretUntil: until } = row;
  const previous = previousSecret && until && until > now() ? [openSecret(keyring, previousSecret)] : [];
  return { base, secrets: [openSecret(keyring, row.secret), ...previous], isUsable: true };
}

/** The group named BigBlueButton of the first account, which the first request makes. */
const makeDefaultSpace = (db: Db): Promise<string> =>
  inTransaction(db, async (trx) => {
    await lockDefaultSpace(trx);
    const known = await defaultSpace(trx);
    if (known !== undefined) return known;
    const ownerId = await firstAccount(trx);
    if (ownerId === undefined)
      throw new Refusal('starting', { message: 'There is no account yet that could own the group.' });
    const { id } = await insertNamedSpace(trx, { name: 'BigBlueButton', ownerId });
    await setDefaultSpace(trx, id);
    return id;
  });

/** The group on which a request with a right checksum acts. */
export async function groupOfServer({ db, installation }: BbbParts, { base }: Server): Promise<string> {
  if (base !== 'installation') {
    await noteRequest(db, base.spaceId);
    return base.spaceId;
  }
  return installation?.spaceId ?? (await defaultSpace(db)) ?? makeDefaultSpace(db);
}

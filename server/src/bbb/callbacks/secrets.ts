import { now } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/crypto.ts';
import type { Db } from '../../platform/db/db.ts';
import { openSecret } from '../secret.ts';
import { findServer } from '../servers.store.ts';

/** The secrets that a client of a group knows, the newest first; empty while its API is off. */
export type SecretsOf = (db: Db, of: { spaceId: string; isOfInstallation: boolean }) => Promise<string[]>;

/** @param installationSecret LECTERN_BBB_SECRET, which signs for the meetings that were created with it */
export const secretReader =
  (keyring: Keyring, installationSecret: string | undefined): SecretsOf =>
  async (db, { spaceId, isOfInstallation }) => {
    if (isOfInstallation) return installationSecret === undefined ? [] : [installationSecret];
    const server = await findServer(db, spaceId);
    if (!server?.isActive) return [];
    const { secret, previousSecret, previousSecretUntil: until } = server;
    const sealed = previousSecret && until && until > now() ? [secret, previousSecret] : [secret];
    return sealed.map((one) => openSecret(keyring, one));
  };

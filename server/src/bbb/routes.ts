import type { Answer } from '../../../contract/routes.ts';
import { timestamp, timestampOrNull } from '../platform/clock.ts';
import type { Keyring } from '../platform/crypto.ts';
import { inTransaction } from '../platform/db/db.ts';
import { Refusal } from '../platform/errors.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { addressOfPage } from '../platform/web-address.ts';
import { groupOfApi, noServer } from './access.ts';
import { callbackLogEndpoints } from './callbacks/log/routes.ts';
import { dropCallbacks } from './callbacks/sending/deliveries.store.ts';
import { removeHooksOf } from './hooks/hooks.store.ts';
import { newServerSecret, sealSecret } from './secret.ts';
import {
  changeServerSecret,
  deleteServer,
  findServer,
  insertServer,
  type ServerRow,
  setServerActive,
} from './servers.store.ts';

export interface BigBlueButtonParts {
  keyring: Keyring;
  webUrl: URL;
}

/** Clients append `api`. The address ends in letters that Moodle's `rtrim(url, '/api')` leaves alone. */
const addressOf = (webUrl: URL, { spaceId }: ServerRow): string =>
  addressOfPage(webUrl, `/bbb/${spaceId}/bigbluebutton/`);

const present = (webUrl: URL, row: ServerRow): Answer<'getBigBlueButton'> => ({
  url: addressOf(webUrl, row),
  isActive: row.isActive,
  createdAt: timestamp(row.createdAt),
  secretChangedAt: timestamp(row.secretChangedAt),
  lastRequestAt: timestampOrNull(row.lastRequestAt),
});

/** Only the responses to creation and refresh show the secret. */
const presentWithSecret = (webUrl: URL, row: ServerRow, secret: string): Answer<'createBigBlueButton'> => ({
  url: addressOf(webUrl, row),
  secret,
  isActive: row.isActive,
  createdAt: timestamp(row.createdAt),
});

/** The operations by which the owner of a group manages its API. */
export const bigBlueButtonEndpoints = ({ keyring, webUrl }: BigBlueButtonParts): Endpoint[] => [
  endpoint('createBigBlueButton', {
    inTransaction: true,
    access: groupOfApi,
    handle: async ({ db, access: { spaceId }, body: { isActive = true } }) => {
      const secret = newServerSecret();
      const row = await insertServer(db, { spaceId, secret: sealSecret(keyring, secret), isActive });
      if (!row) throw new Refusal('bigbluebutton_exists');
      return presentWithSecret(webUrl, row, secret);
    },
  }),
  endpoint('getBigBlueButton', {
    access: groupOfApi,
    handle: async ({ db, access }) => present(webUrl, (await findServer(db, access.spaceId)) ?? noServer()),
  }),
  endpoint('updateBigBlueButton', {
    inTransaction: true,
    access: groupOfApi,
    handle: async ({ db, access: { spaceId }, body: { isActive } }) => {
      const row =
        isActive === undefined ? await findServer(db, spaceId) : await setServerActive(db, spaceId, isActive);
      return present(webUrl, row ?? noServer());
    },
  }),
  endpoint('deleteBigBlueButton', {
    access: groupOfApi,
    handle: ({ db, access: { spaceId } }) =>
      inTransaction(db, async (trx) => {
        if (!(await deleteServer(trx, spaceId))) noServer();
        await dropCallbacks(trx, spaceId);
        await removeHooksOf(trx, spaceId);
      }),
  }),
  endpoint('refreshSecretBigBlueButton', {
    inTransaction: true,
    access: groupOfApi,
    handle: async ({ db, access: { spaceId }, body: { overlapSeconds = 0 } }) => {
      const secret = newServerSecret();
      const change = { secret: sealSecret(keyring, secret), overlapSeconds };
      const row = await changeServerSecret(db, spaceId, change);
      return presentWithSecret(webUrl, row ?? noServer(), secret);
    },
  }),
  ...callbackLogEndpoints({ keyring, webUrl }),
];

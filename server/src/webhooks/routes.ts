import type { ErrorDetail } from '../../../contract/errors.ts';
import type { Keyring } from '../platform/crypto.ts';
import { Refusal } from '../platform/errors.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import type { Cidr } from '../platform/http/networks.ts';
import { ownersGroup, ownersWebhook } from './access.ts';
import { checkNewTarget } from './check-target.ts';
import { type LogParts, logEndpoints } from './log/routes.ts';
import { presentWebhook, presentWithSecret } from './present.ts';
import { encryptSecret, newSecret } from './secret.ts';
import {
  changeWebhook,
  deleteWebhook,
  insertWebhook,
  replaceSecret,
  type WebhookChange,
  type WebhookRow,
} from './store.ts';
import { type Resolve, resolveHost } from './targets.ts';

export interface WebhookParts extends LogParts {
  keyring: Keyring;
  /** Private networks that webhooks may reach. */
  allowedNetworks: Cidr[];
  resolve?: Resolve;
}

/** Another request may have deleted it since `access` ran. */
const still = (row: WebhookRow | undefined): WebhookRow => {
  if (!row) throw new Refusal('not_found', { message: 'This group has no webhook.' });
  return row;
};

/** A fault for each event that the list has named before. */
const repeatedIn = (events: readonly string[]): ErrorDetail[] =>
  events.flatMap((name, index) =>
    events.indexOf(name) < index ? [{ path: `events.${index}`, message: `names ${name} again` }] : [],
  );

/** Registers the operations on a group's webhook, for its owner's personal token. */
export function webhookEndpoints({
  keyring,
  allowedNetworks,
  resolve = resolveHost,
  attempts,
}: WebhookParts): Endpoint[] {
  /** @throws `validation_failed` with every fault that the schema cannot find */
  const check = async ({ url, events = [] }: WebhookChange) => {
    const fault = url === undefined ? undefined : await checkNewTarget(url, allowedNetworks, resolve);
    const details = [...(fault ? [{ path: 'url', message: fault }] : []), ...repeatedIn(events)];
    if (details.length > 0) throw new Refusal('validation_failed', { details });
  };

  return [
    endpoint('createWebhook', {
      access: ownersGroup,
      handle: async ({ db, access, body }) => {
        await check(body);
        const secret = newSecret();
        const sealed = encryptSecret(keyring, secret);
        const row = await insertWebhook(db, { ...body, spaceId: access.spaceId, secret: sealed });
        if (!row) throw new Refusal('webhook_exists');
        return presentWithSecret(row, secret);
      },
    }),
    endpoint('getWebhook', {
      access: ownersWebhook,
      handle: async ({ access }) => presentWebhook(access),
    }),
    endpoint('updateWebhook', {
      access: ownersWebhook,
      handle: async ({ db, access, body }) => {
        // An unchanged URL is not checked here; every attempt checks it.
        await check(body.url === access.url ? { ...body, url: undefined } : body);
        return presentWebhook(still(await changeWebhook(db, access.id, body)));
      },
    }),
    endpoint('deleteWebhook', {
      access: ownersWebhook,
      handle: async ({ db, access }) => {
        await deleteWebhook(db, access.id);
        return undefined;
      },
    }),
    endpoint('refreshSecretWebhook', {
      access: ownersWebhook,
      handle: async ({ db, access, body: { overlapSeconds = 0 } }) => {
        const secret = newSecret();
        const change = { secret: encryptSecret(keyring, secret), overlapSeconds };
        return presentWithSecret(still(await replaceSecret(db, access.id, change)), secret);
      },
    }),
    ...logEndpoints({ attempts }),
  ];
}

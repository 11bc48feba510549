import type { Keyring } from '../platform/crypto.ts';
import { Refusal, refuseField } from '../platform/errors.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import type { Cidr } from '../platform/http/networks.ts';
import { ownersGroup, ownersWebhook } from './access.ts';
import { checkNewTarget } from './check-target.ts';
import { type LogParts, logEndpoints } from './log/routes.ts';
import { presentWebhook, presentWithSecret } from './present.ts';
import { encryptSecret, newSecret } from './secret.ts';
import { changeWebhook, deleteWebhook, insertWebhook, replaceSecret, type WebhookRow } from './store.ts';
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

/** Registers the operations on a group's webhook, for its owner's personal token. */
export function webhookEndpoints({
  keyring,
  allowedNetworks,
  resolve = resolveHost,
  attempts,
}: WebhookParts): Endpoint[] {
  const checkUrl = async (url: string) => {
    const fault = await checkNewTarget(url, allowedNetworks, resolve);
    if (fault) refuseField('url', fault);
  };

  return [
    endpoint('createWebhook', {
      access: ownersGroup,
      handle: async ({ db, access, body }) => {
        await checkUrl(body.url);
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
        if (body.url !== undefined && body.url !== access.url) await checkUrl(body.url);
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

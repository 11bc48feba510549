import type { ErrorDetail } from '../../../contract/errors.ts';
import { type EventName, eventsOfInterface, isOptionalEvent } from '../../../contract/events.ts';
import type { Keyring } from '../platform/crypto.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { requestedPage } from '../platform/db/page.ts';
import { Refusal } from '../platform/errors.ts';
import { type Endpoint, endpoint, endpoints } from '../platform/http/endpoint.ts';
import type { Cidr } from '../platform/http/networks.ts';
import { checkNewTarget, type Resolve, resolveHost } from '../platform/http/outgoing/targets.ts';
import { noWebhook, ownersGroup, ownersWebhook } from './access.ts';
import { type LogParts, logEndpoints } from './log/routes.ts';
import {
  presentGroupWebhook,
  presentGroupWebhookWithSecret,
  presentWebhook,
  presentWithSecret,
} from './present.ts';
import { encryptSecret, newSecret } from './secret.ts';
import {
  changeWebhook,
  deleteWebhook,
  insertWebhook,
  listWebhooks,
  replaceSecret,
  type WebhookChange,
  type WebhookRow,
} from './store.ts';

export interface WebhookParts extends LogParts {
  keyring: Keyring;
  /** Private networks that webhooks may reach. */
  allowedNetworks: Cidr[];
  resolve?: Resolve;
}

/** Another request may have deleted it since `access` ran. */
const still = (row: WebhookRow | undefined): WebhookRow => {
  if (!row) throw new Refusal('not_found', noWebhook);
  return row;
};

/** A fault for each event that the list in this field has named before. */
const repeatedIn = (field: string, events: readonly string[]): ErrorDetail[] =>
  events.flatMap((name, index) =>
    events.indexOf(name) < index ? [{ path: `${field}.${index}`, message: `names ${name} again` }] : [],
  );

/** The wanted events as they are stored: those beyond the interface, and those of the interface that are not wanted. */
function storedEvents({
  events,
  eventNames,
}: WebhookFields): Pick<WebhookChange, 'events' | 'skippedEvents'> {
  const wanted = eventNames ?? events;
  if (!wanted) return {};
  const optional = wanted.filter(isOptionalEvent);
  // In version 0.1, `events` named only events beyond the interface's six, which it left as they were
  // (docs/decisions/0129).
  if (!eventNames && optional.length === wanted.length) return { events: optional };
  return { events: optional, skippedEvents: eventsOfInterface.filter((name) => !wanted.includes(name)) };
}

interface WebhookFields {
  url?: string;
  isActive?: boolean;
  events?: readonly EventName[];
  eventNames?: readonly EventName[];
}

type NewWebhookFields = WebhookFields & { url: string };

/** Carries out the owner's requests, for the first webhook of a group and for one that is named. */
function actionsOf({ keyring, allowedNetworks, resolve = resolveHost }: WebhookParts) {
  /** @throws `validation_failed` with every fault that the schema cannot find */
  const check = async ({ url, events = [], eventNames = [] }: WebhookFields) => {
    const fault = url === undefined ? undefined : await checkNewTarget(url, allowedNetworks, resolve);
    const details = [
      ...(fault ? [{ path: 'url', message: fault }] : []),
      ...repeatedIn('events', events),
      ...repeatedIn('eventNames', eventNames),
    ];
    if (details.length > 0) throw new Refusal('validation_failed', { details });
  };
  const changeOf = (body: WebhookFields): WebhookChange => ({
    ...{ url: body.url, isActive: body.isActive },
    ...storedEvents(body),
  });

  return {
    create: async (db: Db, group: { spaceId: string; isToBeFirst: boolean }, body: NewWebhookFields) => {
      await check(body);
      const secret = newSecret();
      const sealed = encryptSecret(keyring, secret);
      const wanted = { ...group, ...changeOf(body), url: body.url, secret: sealed };
      return inTransaction(db, async (trx) => {
        const row = await insertWebhook(trx, wanted);
        if (row === 'exists') throw new Refusal('webhook_exists');
        if (row === 'full') throw new Refusal('too_many_webhooks');
        if (row === 'gone') throw new Refusal('not_found');
        return { row, secret };
      });
    },
    change: async (db: Db, webhook: WebhookRow, body: WebhookFields) => {
      // An unchanged URL is not checked here; every attempt checks it.
      await check(body.url === webhook.url ? { ...body, url: undefined } : body);
      return inTransaction(db, async (trx) => still(await changeWebhook(trx, webhook.id, changeOf(body))));
    },
    refreshSecret: async (db: Db, { id }: WebhookRow, overlapSeconds = 0) => {
      const secret = newSecret();
      const change = { secret: encryptSecret(keyring, secret), overlapSeconds };
      return { row: still(await replaceSecret(db, id, change)), secret };
    },
  };
}

type Actions = ReturnType<typeof actionsOf>;

/** Registers the operations on webhooks, for the personal token of a group's owner. */
export function webhookEndpoints(parts: WebhookParts): Endpoint[] {
  const actions = actionsOf(parts);
  return [...firstWebhookEndpoints(actions), ...byIdEndpoints(actions), ...logEndpoints(parts)];
}

const firstWebhookEndpoints = ({ create, change, refreshSecret }: Actions): Endpoint[] => [
  endpoint('createWebhook', {
    access: ownersGroup,
    handle: async ({ db, access, body }) => {
      const { row, secret } = await create(db, { ...access, isToBeFirst: true }, body);
      return presentWithSecret(row, secret);
    },
  }),
  endpoint('getWebhook', {
    access: ownersWebhook,
    handle: async ({ access }) => presentWebhook(access),
  }),
  endpoint('updateWebhook', {
    access: ownersWebhook,
    handle: async ({ db, access, body }) => presentWebhook(await change(db, access, body)),
  }),
  ...endpoints(['deleteWebhook', 'deleteWebhookById'], {
    inTransaction: true,
    access: ownersWebhook,
    handle: ({ db, access }) => deleteWebhook(db, access.id),
  }),
  endpoint('refreshSecretWebhook', {
    inTransaction: true,
    access: ownersWebhook,
    handle: async ({ db, access, body }) => {
      const { row, secret } = await refreshSecret(db, access, body.overlapSeconds);
      return presentWithSecret(row, secret);
    },
  }),
];

const byIdEndpoints = ({ create, change, refreshSecret }: Actions): Endpoint[] => [
  endpoint('listWebhooks', {
    access: ownersGroup,
    handle: async ({ db, access: { spaceId }, query }) => {
      const { items, total } = await listWebhooks(db, spaceId, requestedPage(query));
      return { items: items.map(presentGroupWebhook), total };
    },
  }),
  endpoint('addWebhook', {
    access: ownersGroup,
    handle: async ({ db, access, body }) => {
      const { row, secret } = await create(db, { ...access, isToBeFirst: false }, body);
      return presentGroupWebhookWithSecret(row, secret);
    },
  }),
  endpoint('getWebhookById', {
    access: ownersWebhook,
    handle: async ({ access }) => presentGroupWebhook(access),
  }),
  endpoint('updateWebhookById', {
    access: ownersWebhook,
    handle: async ({ db, access, body }) => presentGroupWebhook(await change(db, access, body)),
  }),
  endpoint('refreshSecretWebhookById', {
    inTransaction: true,
    access: ownersWebhook,
    handle: async ({ db, access, body }) => {
      const { row, secret } = await refreshSecret(db, access, body.overlapSeconds);
      return presentGroupWebhookWithSecret(row, secret);
    },
  }),
];

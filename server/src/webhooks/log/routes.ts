import { parseMoment } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { ownersWebhook } from '../access.ts';
import type { WebhookRow } from '../store.ts';
import { presentDelivery, presentInFull } from './present.ts';
import { findDelivery, listDeliveries, sendAgain, sendFailedAgain } from './store.ts';
import { announceTest } from './test-event.ts';

/** Another request may have deleted it meanwhile, and housekeeping what is old. */
async function deliveryOf(db: Db, webhook: WebhookRow, id: string) {
  const found = await findDelivery(db, webhook.id, id);
  if (!found) throw new Refusal('not_found', { message: 'This webhook has no such delivery.' });
  return found;
}

interface Period {
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
}

/** The moments of a period; every one that is none is named. */
function periodOf(period: Period): { dateFrom?: Date; dateTo?: Date } {
  const moments: { dateFrom?: Date; dateTo?: Date } = {};
  const faults = [];
  for (const name of ['dateFrom', 'dateTo'] as const) {
    const text = period[name];
    if (text === undefined) continue;
    const moment = parseMoment(text);
    if (moment) moments[name] = moment;
    else faults.push({ path: name, message: 'must be an ISO 8601 time with an offset or Z' });
  }
  if (faults.length > 0) throw new Refusal('validation_failed', { details: faults });
  return moments;
}

/** Nothing is sent to a webhook that is off: who asks for it is told, instead of a delivery that fails at once. */
function checkActive({ is_active }: WebhookRow): void {
  if (!is_active) throw new Refusal('webhook_blocked');
}

/** The log of what a group's webhook was sent, and sending by hand. */
export const logEndpoints: Endpoint[] = [
  endpoint('testWebhook', {
    access: ownersWebhook,
    handle: async ({ db, access, params: { spaceId }, body: { eventName = 'call_started', roomId } }) => {
      checkActive(access);
      const id = await announceTest(db, { spaceId, eventName, roomId });
      if (id === undefined) throw new Refusal('webhook_blocked');
      return presentDelivery(await deliveryOf(db, access, id));
    },
  }),
  endpoint('listWebhookDeliveries', {
    access: ownersWebhook,
    handle: async ({ db, access, query }) => {
      const { limit = 1000, offset = 0, order = 'desc', eventName, status, ...period } = query;
      const filters = { eventName, status, ...periodOf(period) };
      const { items, total } = await listDeliveries(db, access.id, {
        ...filters,
        page: { limit, offset, order },
      });
      return { items: items.map(presentDelivery), total };
    },
  }),
  endpoint('getWebhookDelivery', {
    access: ownersWebhook,
    handle: async ({ db, access, params }) => presentInFull(await deliveryOf(db, access, params.deliveryId)),
  }),
  endpoint('redeliverWebhook', {
    access: ownersWebhook,
    handle: async ({ db, access, params }) => {
      const { id } = await deliveryOf(db, access, params.deliveryId);
      checkActive(access);
      await sendAgain(db, id);
      return presentDelivery(await deliveryOf(db, access, id));
    },
  }),
  endpoint('redeliverFailedWebhooks', {
    access: ownersWebhook,
    handle: async ({ db, access, body: { eventName, ...period } }) => {
      const filters = { eventName, ...periodOf(period) };
      checkActive(access);
      return { count: await sendFailedAgain(db, access.id, filters) };
    },
  }),
];

import type { AttemptLimits } from '../../auth/auth.ts';
import { parseMoment } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { requestedPage } from '../../platform/db/page.ts';
import { Refusal } from '../../platform/errors.ts';
import { type Endpoint, endpoints } from '../../platform/http/endpoint.ts';
import { type OfWebhook, ownersWebhook } from '../access.ts';
import type { WebhookRow } from '../store.ts';
import { presentDelivery, presentDeliveryInFull } from './present.ts';
import { findDelivery, listDeliveries, scheduleFailedRedeliveries, scheduleRedelivery } from './store.ts';
import { announceTest, roomOfTest } from './test-event.ts';

export interface LogParts {
  attempts: AttemptLimits;
}

const noDelivery = { message: 'This webhook has no such delivery.' };

interface OfDelivery extends OfWebhook {
  params: { spaceId: string; webhookId?: string; deliveryId: string };
}

/** Housekeeping may have deleted old deliveries, and another request the webhook. */
async function still(db: Db, webhook: WebhookRow, id: string) {
  const found = await findDelivery(db, webhook.id, id);
  if (!found) throw new Refusal('not_found', noDelivery);
  return found;
}

/** Finds a delivery of the webhook in the path for the group's owner. */
async function ownersDelivery(request: OfDelivery) {
  const webhook = await ownersWebhook(request);
  return { webhook, delivery: await still(request.db, webhook, request.params.deliveryId) };
}

/** Parses a period whose texts the contract has accepted. */
const momentsOf = ({ dateFrom, dateTo }: { dateFrom?: string; dateTo?: string }) => ({
  dateFrom: parseMoment(dateFrom),
  dateTo: parseMoment(dateTo),
});

/** Refuses for a webhook that is switched off, instead of creating an attempt that fails at once. */
function checkActive({ is_active }: WebhookRow): void {
  if (!is_active) throw new Refusal('webhook_blocked');
}

/** Registers the log of deliveries and sending again by request, for the first webhook of a group and by id. */
export const logEndpoints = ({ attempts }: LogParts): Endpoint[] => [
  ...endpoints(['testWebhook', 'testWebhookById'], {
    access: ownersWebhook,
    handle: async ({ db, access, params: { spaceId }, body: { eventName = 'call_started', roomId } }) => {
      const room = await roomOfTest(db, { spaceId, roomId, eventName });
      checkActive(access);
      await attempts.take(db, { kind: 'webhook-test', account: access.id, ip: '' });
      const scheduled = await inTransaction(db, async (trx) => {
        const id = await announceTest(trx, { spaceId, webhookId: access.id, eventName, room });
        if (id === undefined) throw new Refusal('webhook_blocked');
        return still(trx, access, id);
      });
      return presentDelivery(scheduled);
    },
  }),
  ...endpoints(['listWebhookDeliveries', 'listWebhookDeliveriesById'], {
    access: ownersWebhook,
    handle: async ({ db, access, query }) => {
      const { eventName, status } = query;
      const filter = { eventName, status, ...momentsOf(query), page: requestedPage(query) };
      const { items, total } = await listDeliveries(db, access.id, filter);
      return { items: items.map(presentDelivery), total };
    },
  }),
  ...endpoints(['getWebhookDelivery', 'getWebhookDeliveryById'], {
    access: ownersDelivery,
    handle: async ({ access }) => presentDeliveryInFull(access.delivery),
  }),
  ...endpoints(['redeliverWebhook', 'redeliverWebhookById'], {
    access: ownersDelivery,
    handle: async ({ db, access: { webhook, delivery } }) => {
      checkActive(webhook);
      // In one transaction, so that the response states the delivery as it was scheduled, not after its attempt.
      const scheduled = await inTransaction(db, async (trx) => {
        await scheduleRedelivery(trx, delivery.id);
        return still(trx, webhook, delivery.id);
      });
      return presentDelivery(scheduled);
    },
  }),
  ...endpoints(['redeliverFailedWebhooks', 'redeliverFailedWebhooksById'], {
    access: ownersWebhook,
    handle: async ({ db, access, body: { eventName, ...period } }) => {
      checkActive(access);
      return { count: await scheduleFailedRedeliveries(db, access.id, { eventName, ...momentsOf(period) }) };
    },
  }),
];

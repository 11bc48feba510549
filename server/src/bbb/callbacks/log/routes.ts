import { timestamp, timestampOrNull } from '../../../platform/clock.ts';
import { type Db, inTransaction } from '../../../platform/db/db.ts';
import { requestedPage } from '../../../platform/db/page.ts';
import { Refusal } from '../../../platform/errors.ts';
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts';
import type { OfGroup } from '../../../webhooks/webhooks.ts';
import { ownersServer } from '../../access.ts';
import type { HookContentParts } from '../../hooks/content.ts';
import { callbackContent } from '../requests.ts';
import {
  type CallbackAttemptRow,
  type CallbackRow,
  findCallback,
  listCallbacks,
  scheduleCallbackAgain,
} from './log.store.ts';

interface OfDelivery extends OfGroup {
  params: { spaceId: string; callbackId: string };
}

/** Housekeeping may have deleted old deliveries. */
async function still(db: Db, place: { spaceId: string; callbackId: string }): Promise<CallbackRow> {
  const found = await findCallback(db, place);
  if (!found) throw new Refusal('not_found', { message: 'This group has no such delivery.' });
  return found;
}

const ownersDelivery = async (request: OfDelivery): Promise<CallbackRow> => {
  const { spaceId } = await ownersServer(request);
  return still(request.db, { spaceId, callbackId: request.params.callbackId });
};

const presentAttempt = ({ number, startedAt, durationMs, statusCode, error }: CallbackAttemptRow) => ({
  ...{ number, startedAt: timestamp(new Date(startedAt)), durationMs, statusCode, error },
});

const presentHead = ({
  id,
  eventName,
  roomId,
  meetingId,
  url,
  status,
  createdAt,
  nextAttemptAt,
}: CallbackRow) => ({
  ...{ id, eventName, roomId, meetingId, url, status },
  createdAt: timestamp(createdAt),
  nextAttemptAt: timestampOrNull(nextAttemptAt),
});

const presentDelivery = (delivery: CallbackRow) => ({
  ...presentHead(delivery),
  attempts: delivery.attempts.map(presentAttempt),
});

/** The log of callbacks, for the owner of a group. It has no key and no signature. */
export const callbackLogEndpoints = (parts: HookContentParts): Endpoint[] => [
  endpoint('listBigBlueButtonDeliveries', {
    access: ownersServer,
    handle: async ({ db, access: { spaceId }, query }) => {
      const { eventName, status } = query;
      const { items, total } = await listCallbacks(db, spaceId, {
        ...{ eventName, status, page: requestedPage(query) },
      });
      return { items: items.map(presentDelivery), total };
    },
  }),
  endpoint('getBigBlueButtonDelivery', {
    access: ownersDelivery,
    handle: async ({ db, access: delivery }) => {
      const stated = { ...delivery, meetingId: delivery.meeting, isForLog: true };
      const content = await callbackContent(db, parts, stated);
      return {
        ...presentHead(delivery),
        body: 'missing' in content ? null : content.body,
        attempts: delivery.attempts.map((attempt) => ({
          ...presentAttempt(attempt),
          answer: attempt.answer,
        })),
      };
    },
  }),
  endpoint('redeliverBigBlueButton', {
    access: ownersDelivery,
    handle: ({ db, access, params }) =>
      // In one transaction, so that the response states the delivery as it was scheduled, not after its attempt.
      inTransaction(db, async (trx) => {
        await scheduleCallbackAgain(trx, access.id);
        return presentDelivery(await still(trx, params));
      }),
  }),
];

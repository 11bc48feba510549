import { Refusal } from '../platform/errors.ts';
import type { Asking } from '../platform/http/endpoint.ts';
import { spaceOf } from '../spaces/spaces.ts';
import { allows, planNames, planOf } from '../users/users.ts';
import { findWebhook, type WebhookRow } from './store.ts';

export const plansWithWebhooks = planNames.filter((plan) => allows(plan, 'webhooks'));

export interface OfGroup extends Asking<{ spaceId: string }, 'owner'> {
  checkCredential: (message: string) => void;
}

/** As `groupForOwner`, for the operations on webhooks. */
export const ownersGroup = (request: OfGroup): Promise<{ spaceId: string }> =>
  groupForOwner(request, "Webhook operations take the personal token of the group's owner.");

/**
 * Admits only the owner's personal token or browser session, if the plan includes webhooks. A group that the caller may
 * not see gives 404 first.
 */
export async function groupForOwner(request: OfGroup, message: string): Promise<{ spaceId: string }> {
  const { space } = await spaceOf(request);
  request.checkCredential(message);
  const plan = await planOf(request.db, space.owner_id);
  if (!plan || !allows(plan, 'webhooks')) throw new Refusal('plan_required');
  return { spaceId: space.id };
}

export interface OfWebhook extends OfGroup {
  /** Without an id the first webhook of the group is meant. */
  params: { spaceId: string; webhookId?: string };
}

/** Finds the webhook in the path for the group's owner. */
export async function ownersWebhook(request: OfWebhook): Promise<WebhookRow> {
  const { spaceId } = await ownersGroup(request);
  const webhook = await findWebhook(request.db, spaceId, request.params.webhookId);
  if (!webhook) throw new Refusal('not_found', noWebhook);
  return webhook;
}

export const noWebhook = { message: 'This group has no such webhook.' };

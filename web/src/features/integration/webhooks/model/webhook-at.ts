import { pages } from '../../../../../../contract/pages.ts';
import { pathTo } from '../../../../routing/pattern.ts';

/** A webhook in the paths of the API and of our pages. */
export type WebhookAt = {
  spaceId: string;
  webhookId: string;
  /** Whether the page of the group shows it. */
  isMain: boolean;
};

export const pathOfWebhook = ({ spaceId, webhookId, isMain }: WebhookAt): string =>
  isMain ? pathTo(pages.webhook, { spaceId }) : pathTo(pages.otherWebhook, { spaceId, webhookId });

export const pathOfPart = ({ spaceId, webhookId, isMain }: WebhookAt, part: string): string =>
  isMain
    ? pathTo(pages.webhookPart, { spaceId, part })
    : pathTo(pages.otherWebhookPart, { spaceId, webhookId, part });

export const pathOfDelivery = ({ spaceId, webhookId, isMain }: WebhookAt, deliveryId: string): string =>
  isMain
    ? pathTo(pages.webhookDelivery, { spaceId, deliveryId })
    : pathTo(pages.otherWebhookDelivery, { spaceId, webhookId, deliveryId });

import type { Page } from '@playwright/test';
import type { Client } from '../../../contract/client/index.ts';
import type { Body } from '../../../contract/routes.ts';
import type { Lectern } from '../../../server/testing/lectern.ts';
import { answer, type Receiver, startReceiver } from '../../../server/testing/receivers/receiver.ts';
import { waitUntil } from '../../../server/testing/wait.ts';
import { makeSomebody, openSignedIn, type Somebody } from './account-page.ts';
import { clientOf } from './panel-page.ts';
import { test as base } from './school.ts';

const ended = { timeout: 20_000, message: 'the delivery to have ended' };

/** A group with rooms and a real receiver; the webhook is created when a test asks for it. */
export class WebhookGroup {
  readonly lectern: Lectern;
  readonly who: Somebody;
  readonly api: Client;
  readonly spaceId: string;
  readonly receiver: Receiver;

  private constructor(parts: Pick<WebhookGroup, 'lectern' | 'who' | 'api' | 'spaceId' | 'receiver'>) {
    this.lectern = parts.lectern;
    this.who = parts.who;
    this.api = parts.api;
    this.spaceId = parts.spaceId;
    this.receiver = parts.receiver;
  }

  static async open(lectern: Lectern): Promise<WebhookGroup> {
    const who = await makeSomebody(lectern);
    const { token } = await (await clientOf(lectern, who)).createPersonalToken({ body: { name: 'LMS' } });
    const api = lectern.client(token);
    const { id: spaceId } = await api.createSpace({ body: { name: 'Physics 9A' } });
    await api.createRoom({ spaceId, body: { name: 'Optics' } });
    await api.createRoom({ spaceId, body: { name: 'Mechanics' } });
    return new WebhookGroup({
      lectern,
      who,
      api,
      spaceId,
      receiver: await startReceiver(answer(200, 'Thank you')),
    });
  }

  path(part = ''): string {
    return `/account/integration/webhooks/${this.spaceId}${part}`;
  }

  /** Creates the webhook and opens a tab of its page, signed in. */
  async show(page: Page, part = ''): Promise<void> {
    await this.make();
    await openSignedIn(page, this.who, this.path(part));
  }

  make(): Promise<unknown> {
    return this.api.createWebhook({ spaceId: this.spaceId, body: { url: this.receiver.url } });
  }

  /** Sends a test delivery without the page, and waits for its result. */
  async send(body: Body<'testWebhook'> = {}): Promise<string> {
    const { spaceId, api } = this;
    const { id: deliveryId } = await api.testWebhook({ spaceId, body });
    await waitUntil(
      async () => (await api.getWebhookDelivery({ spaceId, deliveryId })).status !== 'pending',
      ended,
    );
    return deliveryId;
  }
}

/** `group` belongs to the test alone. */
export const test = base.extend<{ group: WebhookGroup }>({
  group: async ({ school }, use) => {
    const group = await WebhookGroup.open(school.lectern);
    await use(group);
    await group.receiver.close();
  },
});

export { answer };

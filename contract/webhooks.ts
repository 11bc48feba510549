import { Type } from 'typebox';
import { route } from './route.ts';
import { WebAddress } from './shared.ts';

export const Webhook = Type.Object({ url: Type.String(), isActive: Type.Boolean() });

export const WebhookWithSecret = Type.Object({
  url: Type.String(),
  secret: Type.String({ pattern: '^[A-Za-z0-9]{32}$', description: 'Shown this once.' }),
  signingSecret: Type.String({
    description: 'The same secret as the Standard Webhooks libraries take it: whsec_…',
  }),
  isActive: Type.Boolean(),
});

export const webhookRoutes = {
  createWebhook: route({
    summary: "Make the group's webhook; its secret is shown this once",
    source: 'interface 4.3, decisions 7',
    body: Type.Object({ url: WebAddress }),
    status: 201,
    answer: WebhookWithSecret,
    errors: ['webhook_exists', 'plan_required'],
  }),
  getWebhook: route({
    summary: "Read the group's webhook",
    source: 'interface 4.3',
    status: 200,
    answer: Webhook,
    errors: ['plan_required'],
  }),
  updateWebhook: route({
    summary: 'Change the address, or switch the webhook off or on',
    source: 'interface 4.3',
    body: Type.Object({ url: Type.Optional(WebAddress), isActive: Type.Optional(Type.Boolean()) }),
    status: 200,
    answer: Webhook,
    errors: ['plan_required'],
  }),
  deleteWebhook: route({
    summary: "Delete the group's webhook",
    source: 'interface 4.3',
    status: 204,
    errors: ['plan_required'],
  }),
  refreshSecretWebhook: route({
    summary: 'Make a new secret; the old one ends at once',
    source: 'interface 4.3, decisions 7',
    status: 200,
    answer: WebhookWithSecret,
    errors: ['plan_required'],
  }),
};

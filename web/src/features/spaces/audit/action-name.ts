import type { Texts as AllTexts } from '../../../i18n/texts.ts';

type Texts = AllTexts['audit']['actions'];

/** Operations and commands that do the same as one whose name has a text. */
const sameAs: Record<string, keyof Texts> = {
  addWebhook: 'createWebhook',
  updateWebhookById: 'updateWebhook',
  deleteWebhookById: 'deleteWebhook',
  refreshSecretWebhookById: 'refreshSecretWebhook',
  'space-token create': 'createSpaceToken',
  'space-token revoke': 'deleteSpaceToken',
  'spaces transfer': 'transferSpace',
};

/** A change in words; that of a newer server by its own name. */
export function actionName(texts: Texts, action: string): string {
  const name = sameAs[action] ?? action;
  return Object.hasOwn(texts, name) ? texts[name as keyof Texts] : action;
}

import type { Texts } from '../../../i18n/texts.ts';
import type { Tone } from '../../../ui/parts/status.tsx';
import type { DeliveryStatus, Webhook } from './model/types.ts';

export const toneOf: Record<DeliveryStatus, Tone> = { pending: 'warning', delivered: 'good', failed: 'bad' };

/** The state of a webhook for its owner. */
export function stateOf(webhook: Webhook | null, text: Texts['webhooks']): { tone: Tone; words: string } {
  if (webhook === null) return { tone: 'quiet', words: text.statusNone };
  if (!webhook.isActive) return { tone: 'quiet', words: text.statusOff };
  if (webhook.isFailing) return { tone: 'bad', words: text.statusFailing };
  if (webhook.failedInRow > 0) return { tone: 'warning', words: text.statusTroubled };
  return { tone: 'good', words: text.statusOn };
}

/** The state of a group's webhooks: the one that needs attention first. */
export function worstOf(
  webhooks: readonly Webhook[],
  text: Texts['webhooks'],
): { tone: Tone; words: string } {
  const states = webhooks.map((webhook) => stateOf(webhook, text));
  for (const tone of ['bad', 'warning', 'good'] as const) {
    const found = states.find((state) => state.tone === tone);
    if (found) return found;
  }
  return states[0] ?? stateOf(null, text);
}

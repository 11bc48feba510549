import { useText } from '../../../i18n/language.ts';
import type { Person } from '../../../models/call/people/people.ts';

/** The words for a weak or a lost connection; undefined for a good one. */
export function useQualityLabel({ quality }: Person): string | undefined {
  const text = useText('stage');
  if (quality === 'poor') return text.qualityPoor;
  return quality === 'lost' ? text.qualityLost : undefined;
}

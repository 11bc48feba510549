import { useText } from '../../i18n/language.ts';
import type { TextFault } from '../text-rules.ts';

/** The sentence for a fault of the entry form. */
export function useEntrySentence(): (key: string, fault: TextFault) => string {
  const text = useText('entryForm');
  return (key, fault) => {
    if (!key.endsWith('.title')) return text.textLong;
    return fault === 'long' ? text.nameLong : text.titleMissing;
  };
}

import { useText } from '../../i18n/language.ts';
import { longestDescription, longestName, type TextFault } from '../text-rules.ts';

/** The sentence for a fault of the entry form. */
export function useEntrySentence(): (key: string, fault: TextFault) => string {
  const { titleMissing } = useText('entryForm');
  const { tooLong } = useText('saving');
  return (key, fault) => {
    if (!key.endsWith('.title')) return tooLong(longestDescription);
    return fault === 'long' ? tooLong(longestName) : titleMissing;
  };
}

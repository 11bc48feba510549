import { useText } from '../../../i18n/language.ts';
import { type ItemFault, type ItemField, limits } from './model/item-draft.ts';

/** The sentence about a fault of a field. */
export function useFaultText(): (field: ItemField, fault: ItemFault) => string {
  const text = useText('timeline');
  return (field, fault) => {
    if (fault === 'order') return text.untilOrder;
    if (field === 'at' || field === 'until') return text.timeBad;
    if (field === 'url') return fault === 'missing' ? text.urlMissing : text.urlBad;
    if (fault === 'long') return text.textLong(field in limits ? limits[field as keyof typeof limits] : 250);
    return text.missing;
  };
}

import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import {
  faultsOfDraft,
  type ItemDraft,
  type ItemFault,
  type ItemFaults,
  type ItemField,
  limits,
} from './model/item-draft.ts';
import type { RefusedItems, TimelineDraft } from './model/timeline-draft.ts';

const noFaults: RefusedItems = new Map();

/** The faults of items: those that the page finds from the first attempt to save, and those that the server found. */
export function useItemFaults(draft: TimelineDraft) {
  const faultText = useFaultText();
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState(noFaults);
  const faultsOf = (item: ItemDraft): ItemFaults => (isTried ? faultsOfDraft(item) : {});
  const isFaulty = (item: ItemDraft): boolean => Object.keys(faultsOf(item)).length > 0;
  const texts = {
    /** The sentence about a field, after the first attempt to save. */
    errorAt: (item: ItemDraft, field: ItemField): string | undefined => {
      const fault = faultsOf(item)[field];
      const refusal = refused.get(item.key)?.[field];
      if (!fault && field === 'url' && refusal !== undefined) return faultText(field, 'bad');
      return fault ? faultText(field, fault) : refusal;
    },
    hasFaults: (item: ItemDraft): boolean => refused.has(item.key) || isFaulty(item),
  };
  return {
    texts,
    /** How many items have faults that the page finds. */
    count: draft.filter(isFaulty).length,
    /** @returns the key of the first item with such a fault */
    find: (): string | undefined => {
      const wrong = draft.find((item) => Object.keys(faultsOfDraft(item)).length > 0);
      setTried(wrong !== undefined);
      return wrong?.key;
    },
    /** Stores the faults that the server found. */
    refuse: setRefused,
    edited: () => setRefused(noFaults),
    saved: () => setTried(false),
  };
}

/** The sentence about a fault of a field. */
function useFaultText(): (field: ItemField, fault: ItemFault) => string {
  const text = useText('timeline');
  const { tooLong } = useText('saving');
  return (field, fault) => {
    if (fault === 'order') return text.untilOrder;
    if (field === 'at' || field === 'until') return text.timeBad;
    if (field === 'url') return fault === 'missing' ? text.urlMissing : text.urlBad;
    if (fault === 'long') return tooLong(field in limits ? limits[field as keyof typeof limits] : 250);
    return text.missing;
  };
}

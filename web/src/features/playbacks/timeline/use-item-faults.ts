import { useState } from 'react';
import { faultsOfDraft, type ItemDraft, type ItemField } from './model/item-draft.ts';
import type { RefusedItems, TimelineDraft } from './model/timeline-draft.ts';
import { useFaultText } from './use-fault-text.ts';

export type ItemFaultTexts = {
  /** The sentence about a field, after the first attempt to save. */
  errorAt: (item: ItemDraft, field: ItemField) => string | undefined;
  hasFaults: (item: ItemDraft) => boolean;
};

const noFaults: RefusedItems = new Map();

/** The faults of items: those that the page finds from the first attempt to save, and those that the server found. */
export function useItemFaults(draft: TimelineDraft) {
  const faultText = useFaultText();
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState(noFaults);
  const faultsOf = (item: ItemDraft) => (isTried ? faultsOfDraft(item) : {});
  const isFaulty = (item: ItemDraft): boolean => Object.keys(faultsOf(item)).length > 0;
  const texts: ItemFaultTexts = {
    errorAt: (item, field) => {
      const fault = faultsOf(item)[field];
      const refusal = refused.get(item.key)?.[field];
      if (!fault && field === 'url' && refusal !== undefined) return faultText(field, 'bad');
      return fault ? faultText(field, fault) : refusal;
    },
    hasFaults: (item) => refused.has(item.key) || isFaulty(item),
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

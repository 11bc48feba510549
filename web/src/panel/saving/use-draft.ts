import { useRef, useState } from 'react';
import { ApiError } from '../../api/api.ts';
import type { TextFault } from '../text-rules.ts';
import { useRequest } from '../use-request.ts';
import { changedKeys, type FaultDetail, rebaseDraft } from './draft.ts';

type Faults<K extends string, V> = Partial<Record<K, V>>;

type Options<D, K extends string> = {
  /** The stored settings. */
  saved: D;
  faultsOf: (draft: D) => Faults<K, TextFault>;
  serverFaults: (details: readonly FaultDetail[], sent: D) => Faults<K, string>;
  sentenceOf: (key: K, fault: TextFault) => string;
  /** Says how many fields are wrong. */
  sentFaults: (count: number) => string;
  /** Sends what has changed, and resolves to what the server has stored then. */
  send: (draft: D) => Promise<D>;
};

/** Settings while they are edited. */
export type Editing<D, K extends string> = {
  draft: D;
  change: (change: Partial<D>) => void;
  /** The fault of a setting. */
  errorAt: (key: K) => string | undefined;
  faultKeys: K[];
  isChanged: boolean;
  isBusy: boolean;
  trouble: string | undefined;
  /** Resolves to the settings that are wrong; empty if the request was sent. */
  save: () => Promise<K[]>;
  discard: () => void;
};

/** A draft of settings. Faults are shown from the first attempt to save, and edits made while saving are kept. */
export function useDraft<D extends object, K extends string>(options: Options<D, K>): Editing<D, K> {
  const { saved, faultsOf, serverFaults, sentenceOf, sentFaults } = options;
  const { act, isBusy, trouble } = useRequest();
  const [draft, setDraft] = useState(saved);
  const [base, setBase] = useState(saved);
  if (changedKeys(base, saved).length > 0) {
    // The stored settings were read again: those that somebody else changed replace unedited ones.
    setBase(saved);
    setDraft((now) => rebaseDraft({ sent: base, now, saved }));
  }
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<Faults<K, string>>({});
  const latest = useRef(draft);
  latest.current = draft;
  const own: Faults<K, TextFault> = isTried ? faultsOf(draft) : {};
  const keysOf = (faults: Faults<K, unknown>) => Object.keys(faults) as K[];

  async function send(): Promise<void> {
    const sent = latest.current;
    try {
      const stored = await options.send(sent);
      setDraft((now) => rebaseDraft({ sent, now, saved: stored }));
      setTried(false);
    } catch (error) {
      if (error instanceof ApiError) setRefused(serverFaults(error.details, sent));
      throw error;
    }
  }

  async function save(): Promise<K[]> {
    const found = keysOf(faultsOf(draft));
    setTried(found.length > 0);
    if (found.length === 0) await act(send);
    return found;
  }

  const count = keysOf(own).length;
  return {
    draft,
    change: (part) => {
      setRefused({});
      setDraft((before) => ({ ...before, ...part }));
    },
    errorAt: (key) => {
      const fault = own[key];
      return fault ? sentenceOf(key, fault) : refused[key];
    },
    faultKeys: [...keysOf(own), ...keysOf(refused)],
    isChanged: changedKeys(saved, draft).length > 0,
    isBusy,
    trouble: count > 0 ? sentFaults(count) : trouble,
    save,
    discard: () => {
      setDraft(saved);
      setTried(false);
      setRefused({});
    },
  };
}

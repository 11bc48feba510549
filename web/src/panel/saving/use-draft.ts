import { useRef, useState } from 'react';
import { ApiError } from '../../api/api.ts';
import { useText } from '../../i18n/language.ts';
import { useEntrySentence } from '../entry-form/use-entry-sentence.ts';
import type { FaultKey, SettingsForm, SettingsTab } from '../place-settings/settings-form.ts';
import type { TextFault } from '../text-rules.ts';
import { useRequest } from '../use-request.ts';
import { changedKeys, rebaseDraft } from './draft.ts';

type Options<P, D, C> = {
  form: SettingsForm<P, D, C>;
  /** The room or automatic webinar with the stored settings. */
  place: P;
  /** The most characters of settings outside the entry form. */
  longest: Partial<Record<FaultKey<D>, number>>;
  /** The sentence for another fault outside the entry form. */
  sentenceOf: (key: FaultKey<D>, fault: TextFault) => string;
  /** Sends what has changed, and resolves to what the server has stored then. */
  send: (changes: C) => Promise<P>;
};

export type Saving = {
  /** The tabs with wrong settings. */
  faultyTabs: readonly SettingsTab[];
  isChanged: boolean;
  isBusy: boolean;
  trouble: string | undefined;
  /** Resolves to the tab of the first wrong setting; undefined if the request was sent. */
  save: () => Promise<SettingsTab | undefined>;
  discard: () => void;
};

/** Settings while they are edited. */
export type Editing<D> = Saving & {
  draft: D;
  change: (change: Partial<D>) => void;
  /** The fault of a setting. */
  errorAt: (key: FaultKey<D>) => string | undefined;
};

/** A draft of settings. Faults are shown from the first attempt to save, and edits made while saving are kept. */
export function useDraft<P, D extends object, C>(options: Options<P, D, C>): Editing<D> {
  type Key = FaultKey<D>;
  const { form, place, longest, sentenceOf } = options;
  const { act, isBusy, trouble } = useRequest();
  const { sentFaults, tooLong } = useText('saving');
  const entrySentence = useEntrySentence();
  const saved = form.draftOf(place);
  const [draft, setDraft] = useState(saved);
  const [base, setBase] = useState(saved);
  if (changedKeys(base, saved).length > 0) {
    // The stored settings were read again: those that somebody else changed replace unedited ones.
    setBase(saved);
    setDraft((now) => rebaseDraft({ sent: base, now, saved }));
  }
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<Partial<Record<Key, string>>>({});
  const latest = useRef(draft);
  latest.current = draft;
  const own: Partial<Record<Key, TextFault>> = isTried ? form.faultsOf(draft) : {};
  const keysOf = (faults: object) => Object.keys(faults) as Key[];

  async function send(): Promise<void> {
    const sent = latest.current;
    try {
      const stored = form.draftOf(await options.send(form.changesOf(saved, sent)));
      setDraft((now) => rebaseDraft({ sent, now, saved: stored }));
      setTried(false);
    } catch (error) {
      if (error instanceof ApiError) setRefused(form.serverFaults(error.details, sent));
      throw error;
    }
  }

  async function save(): Promise<SettingsTab | undefined> {
    const [first] = keysOf(form.faultsOf(draft));
    setTried(first !== undefined);
    if (first !== undefined) return form.tabOf(first);
    await act(send);
    return undefined;
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
      if (!fault) return refused[key];
      if (form.tabOf(key) === 'entry') return entrySentence(key, fault);
      return fault === 'long' ? tooLong(longest[key] ?? 0) : sentenceOf(key, fault);
    },
    faultyTabs: [...keysOf(own), ...keysOf(refused)].map(form.tabOf),
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

import { useRef, useState } from 'react';
import type { Answer } from '../../../../../contract/routes.ts';
import { ApiError } from '../../../api/api.ts';
import { useText } from '../../../i18n/language.ts';
import { randomUuid } from '../../../kit/random-id.ts';
import { useApi } from '../../../panel/context.ts';
import { useSubmit } from '../../../panel/use-submit.ts';
import {
  emptyItem,
  faultsOfDraft,
  type ItemDraft,
  type ItemField,
  type ItemType,
  sentItemOf,
} from './model/item-draft.ts';
import {
  changeItem,
  isSameTimeline,
  mergeDraft,
  moveItem,
  type RefusedItems,
  refusedItemsOf,
  returnItem,
  sortedDraft,
  type TakenItem,
  type TimelineDraft,
  takeItem,
  timelineDraftOf,
  withIds,
} from './model/timeline-draft.ts';
import { useFaultText } from './use-fault-text.ts';

export type TimelineEditing = {
  draft: TimelineDraft;
  /** The sentence about a field, after the first attempt to save. */
  errorAt: (item: ItemDraft, field: ItemField) => string | undefined;
  hasFaults: (item: ItemDraft) => boolean;
  /** Adds an item. @returns its key */
  add: (type: ItemType, at: number) => string;
  change: (key: string, change: Partial<Omit<ItemDraft, 'key'>>) => void;
  move: (key: string, to: number) => void;
  /** Puts the items in the order of the video. */
  settle: () => void;
  remove: (key: string) => void;
  /** The item that was deleted last, until something is saved. */
  taken: TakenItem | undefined;
  undo: () => void;
  isChanged: boolean;
  isBusy: boolean;
  trouble: string | undefined;
  /** Resolves to the key of the first item with a fault, also one that the server found. */
  save: () => Promise<string | undefined>;
  discard: () => void;
};

type Place = { spaceId: string; playbackId: string };
type Timeline = Answer<'getTimeline'>;
type Loaded = Pick<Timeline, 'items'> & { onSaved: (timeline: Timeline) => void };

const noFaults: RefusedItems = new Map();

/** The timeline while it is edited. It is saved as a whole, on top of what others saved meanwhile. */
export function useTimeline(place: Place, { items: loaded, onSaved }: Loaded): TimelineEditing {
  const api = useApi();
  const text = useText('timeline');
  const faultText = useFaultText();
  const [base, setBase] = useState<TimelineDraft>(() => timelineDraftOf(loaded));
  const [draft, setDraft] = useState(base);
  const [taken, setTaken] = useState<TakenItem>();
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState(noFaults);
  const latest = useRef(draft);
  latest.current = draft;
  const wronglySent = useRef<string>(undefined);

  async function send(): Promise<void> {
    const mine = latest.current;
    const present = timelineDraftOf((await api.getTimeline(place)).items);
    const sent = mergeDraft(base, mine, present);
    try {
      const answer = await api.updateTimeline({ ...place, body: { items: sent.map(sentItemOf) } });
      const { items } = answer;
      onSaved(answer);
      const saved = withIds(sent, sent, items);
      // Edits that were made while it was saved stay.
      setDraft((now) =>
        now === mine ? sortedDraft(saved) : mergeDraft(mine, withIds(now, sent, items), saved),
      );
      setBase(saved);
      setTried(false);
      setTaken(undefined);
    } catch (error) {
      const found = refusedItemsOf(error instanceof ApiError ? error.details : [], sent);
      setRefused(found);
      [wronglySent.current] = found.keys();
      throw error;
    }
  }
  const submit = useSubmit(send);

  const faultsOf = (item: ItemDraft) => (isTried ? faultsOfDraft(item) : {});
  const faulty = draft.filter((item) => Object.keys(faultsOf(item)).length > 0);

  function edit(next: TimelineDraft): void {
    setRefused(noFaults);
    submit.touch();
    setDraft(next);
  }

  function reset(): void {
    setTried(false);
    setTaken(undefined);
    edit(base);
  }

  return {
    draft,
    errorAt: (item, field) => {
      const fault = faultsOf(item)[field];
      const refusal = refused.get(item.key)?.[field];
      if (!fault && field === 'url' && refusal !== undefined) return faultText(field, 'bad');
      return fault ? faultText(field, fault) : refusal;
    },
    hasFaults: (item) => refused.has(item.key) || Object.keys(faultsOf(item)).length > 0,
    ...editsOf({ now: () => latest.current, edit, taken, setTaken }),
    settle: () => setDraft(sortedDraft),
    taken,
    isChanged: !isSameTimeline(base, draft),
    isBusy: submit.isBusy,
    trouble: faulty.length > 0 ? text.sentFaults(faulty.length) : submit.sentence,
    save: async () => {
      const wrong = draft.find((item) => Object.keys(faultsOfDraft(item)).length > 0);
      setTried(wrong !== undefined);
      if (wrong) return wrong.key;
      wronglySent.current = undefined;
      await submit.run();
      return wronglySent.current;
    },
    discard: reset,
  };
}

type Edits = {
  now: () => TimelineDraft;
  edit: (next: TimelineDraft) => void;
  taken: TakenItem | undefined;
  setTaken: (taken: TakenItem | undefined) => void;
};

function editsOf({
  now,
  edit,
  taken,
  setTaken,
}: Edits): Pick<TimelineEditing, 'add' | 'change' | 'move' | 'remove' | 'undo'> {
  return {
    add: (type, at) => {
      const key = randomUuid();
      edit(sortedDraft([...now(), emptyItem(key, type, at)]));
      return key;
    },
    change: (key, change) => edit(changeItem(now(), key, change)),
    move: (key, to) => edit(moveItem(now(), key, to)),
    remove: (key) => {
      const result = takeItem(now(), key);
      setTaken(result.taken);
      edit(result.draft);
    },
    undo: () => {
      if (taken) edit(sortedDraft(returnItem(now(), taken)));
      setTaken(undefined);
    },
  };
}

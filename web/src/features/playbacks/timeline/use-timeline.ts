import { useRef, useState } from 'react';
import type { Answer } from '../../../../../contract/routes.ts';
import { useText } from '../../../i18n/language.ts';
import { randomUuid } from '../../../kit/random-id.ts';
import { useApi } from '../../../panel/context.ts';
import { useSubmit } from '../../../panel/use-submit.ts';
import { emptyItem, type ItemDraft, type ItemType } from './model/item-draft.ts';
import {
  changeItem,
  isSameTimeline,
  mergeDraft,
  moveItem,
  type RefusedItems,
  returnItem,
  sortedDraft,
  type TakenItem,
  type TimelineDraft,
  takeItem,
  takeTheirs,
  timelineDraftOf,
  withIds,
} from './model/timeline-draft.ts';
import { saveTimeline, type TimelineConflict } from './save-timeline.ts';
import { type ItemFaultTexts, useItemFaults } from './use-item-faults.ts';

/** The position of the video, in seconds; undefined without a video. */
export type Moment = { at: number | undefined; seekTo: (second: number) => void };

export type TimelineEditing = ItemFaultTexts & {
  draft: TimelineDraft;
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
  /** Items that somebody else changed too; nothing is saved until the reader chooses. */
  conflict: ConflictChoice | undefined;
};

export type ConflictChoice = {
  items: readonly ItemDraft[];
  /** Loads the newer version of the items, or overwrites it with the reader's. */
  settle: (isMine: boolean) => void;
  close: () => void;
};

type Place = { spaceId: string; playbackId: string };
type Timeline = Answer<'getTimeline'>;
type Loaded = Pick<Timeline, 'items'> & { onSaved: (timeline: Timeline) => void };

/** The timeline while it is edited. It is saved as a whole, on top of what others saved meanwhile. */
export function useTimeline(place: Place, { items: loaded, onSaved }: Loaded): TimelineEditing {
  const api = useApi();
  const text = useText('timeline');
  const [base, setBase] = useState<TimelineDraft>(() => timelineDraftOf(loaded));
  const [draft, setDraft] = useState(base);
  const [taken, setTaken] = useState<TakenItem>();
  const [conflict, setConflict] = useState<TimelineConflict>();
  const faults = useItemFaults(draft);
  const latest = useRef(draft);
  latest.current = draft;
  const wronglySent = useRef<string>(undefined);

  async function send(before: TimelineDraft, mine: TimelineDraft): Promise<void> {
    const onRefused = (items: RefusedItems): void => {
      faults.refuse(items);
      [wronglySent.current] = items.keys();
    };
    const result = await saveTimeline(api, place, { base: before, mine, onRefused });
    if ('theirs' in result) return setConflict(result);
    const { sent, answer } = result;
    onSaved(answer);
    const saved = withIds(sent, sent, answer.items);
    // Edits that were made while it was saved stay.
    setDraft((now) =>
      now === mine ? sortedDraft(saved) : mergeDraft(mine, withIds(now, sent, answer.items), saved),
    );
    setBase(saved);
    faults.saved();
    setTaken(undefined);
  }
  const submit = useSubmit(send, { timeline_changed: text.changedMeanwhile });

  /** Bases the draft on what somebody else saved; `isMine` says whose version of the conflicts stays. */
  function settleConflict({ items, theirs }: TimelineConflict, isMine: boolean): void {
    const mine = isMine ? draft : takeTheirs(draft, theirs, items);
    const next = sortedDraft(mergeDraft(base, mine, theirs));
    setConflict(undefined);
    setTaken(undefined);
    setBase(theirs);
    edit(next);
    if (isMine) void submit.run(theirs, next);
  }

  function edit(next: TimelineDraft): void {
    faults.edited();
    submit.touch();
    setDraft(next);
  }

  function reset(): void {
    faults.saved();
    setTaken(undefined);
    edit(base);
  }

  return {
    draft,
    ...faults.texts,
    ...editsOf({ now: () => latest.current, edit, taken, setTaken }),
    settle: () => setDraft(sortedDraft),
    taken,
    isChanged: !isSameTimeline(base, draft),
    isBusy: submit.isBusy,
    trouble: faults.count > 0 ? text.sentFaults(faults.count) : submit.sentence,
    save: async () => {
      const wrong = faults.find();
      if (wrong !== undefined) return wrong;
      wronglySent.current = undefined;
      await submit.run(base, latest.current);
      return wronglySent.current;
    },
    discard: reset,
    conflict: conflict && {
      items: conflict.items,
      settle: (isMine) => settleConflict(conflict, isMine),
      close: () => setConflict(undefined),
    },
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

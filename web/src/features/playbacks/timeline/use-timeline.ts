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
import { useItemFaults } from './use-item-faults.ts';

/** The position of the video, in seconds; undefined without a video. */
export type Moment = { at: number | undefined; seekTo: (second: number) => void };

export type TimelineEditing = ReturnType<typeof useTimeline>;

export type ConflictChoice = NonNullable<TimelineEditing['conflict']>;

type Place = { spaceId: string; playbackId: string };
type Timeline = Answer<'getTimeline'>;
type Loaded = Pick<Timeline, 'items'> & { onSaved: (timeline: Timeline) => void };

/** The timeline while it is edited. It is saved as a whole, on top of what others saved meanwhile. */
export function useTimeline(place: Place, { items: loaded, onSaved }: Loaded) {
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

  return {
    draft,
    ...faults.texts,
    ...editsOf({ now: () => latest.current, edit, taken, setTaken }),
    /** Puts the items in the order of the video. */
    settle: () => setDraft(sortedDraft),
    /** The item that was deleted last, until something is saved. */
    taken,
    isChanged: !isSameTimeline(base, draft),
    isBusy: submit.isBusy,
    trouble: faults.count > 0 ? text.sentFaults(faults.count) : submit.sentence,
    /** Resolves to the key of the first item with a fault, also one that the server found. */
    save: async (): Promise<string | undefined> => {
      const wrong = faults.find();
      if (wrong !== undefined) return wrong;
      wronglySent.current = undefined;
      await submit.run(base, latest.current);
      return wronglySent.current;
    },
    discard: (): void => {
      faults.saved();
      setTaken(undefined);
      edit(base);
    },
    /** Items that somebody else changed too: `settle` loads theirs, or overwrites them with the reader's. */
    conflict: conflict && {
      items: conflict.items,
      settle: (isMine: boolean): void => settleConflict(conflict, isMine),
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

function editsOf({ now, edit, taken, setTaken }: Edits) {
  return {
    /** Adds an item. @returns its key */
    add: (type: ItemType, at: number): string => {
      const key = randomUuid();
      edit(sortedDraft([...now(), emptyItem(key, type, at)]));
      return key;
    },
    change: (key: string, change: Partial<Omit<ItemDraft, 'key'>>) => edit(changeItem(now(), key, change)),
    move: (key: string, to: number) => edit(moveItem(now(), key, to)),
    remove: (key: string) => {
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

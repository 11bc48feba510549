import {
  type ItemDraft,
  type ItemField,
  itemDraftOf,
  type SavedItem,
  type SentItem,
  sentItemOf,
} from './item-draft.ts';
import { parseSecond, secondText } from './seconds.ts';

export type TimelineDraft = readonly ItemDraft[];

/** As many as the API takes. */
export const mostItems = 500;

export const timelineDraftOf = (items: readonly SavedItem[]): TimelineDraft =>
  items.map((item) => itemDraftOf(item, item.id));

const secondOf = ({ at }: ItemDraft): number => parseSecond(at) ?? Number.POSITIVE_INFINITY;

/** In the order of the video. Not while a time is typed: the item would move under the reader's hands. */
export const sortedDraft = (draft: TimelineDraft): TimelineDraft =>
  draft.toSorted((one, other) => {
    const [first, second] = [secondOf(one), secondOf(other)];
    return first === second ? 0 : first - second;
  });

export const changeItem = (
  draft: TimelineDraft,
  key: string,
  change: Partial<Omit<ItemDraft, 'key'>>,
): TimelineDraft => draft.map((item) => (item.key === key ? { ...item, ...change } : item));

/** Moves an item to another second, with its end: it is shown for as long as before. */
export function moveItem(draft: TimelineDraft, key: string, to: number): TimelineDraft {
  const second = Math.max(0, Math.round(to));
  return draft.map((item) => {
    if (item.key !== key) return item;
    const [at, until] = [parseSecond(item.at), parseSecond(item.until)];
    const end = at === undefined || until === undefined ? undefined : until - at + second;
    return { ...item, at: secondText(second), ...(end !== undefined && { until: secondText(end) }) };
  });
}

export type TakenItem = { item: ItemDraft; index: number };

export function takeItem(draft: TimelineDraft, key: string): { draft: TimelineDraft; taken?: TakenItem } {
  const index = draft.findIndex((item) => item.key === key);
  const item = draft[index];
  return item ? { draft: draft.toSpliced(index, 1), taken: { item, index } } : { draft };
}

export const returnItem = (draft: TimelineDraft, { item, index }: TakenItem): TimelineDraft =>
  draft.toSpliced(index, 0, item);

const textOf = (item: ItemDraft): string => JSON.stringify(sentItemOf(item));
const contentOf = (item: SentItem | SavedItem): string => {
  const draft = itemDraftOf({ until: null, ...item, id: '' } as SavedItem, '');
  return textOf(draft);
};

/** Whether two timelines say the same, in whatever order. */
export function isSameTimeline(one: TimelineDraft, other: TimelineDraft): boolean {
  const [first, second] = [one, other].map((draft) => draft.map(textOf).sort().join('\n'));
  return first === second;
}

/**
 * Applies the reader's changes to the timeline as it is now: what others added, changed or deleted since `base` holds,
 * unless the reader changed the same item. An item that others deleted and the reader changed becomes a new one.
 */
export function mergeDraft(base: TimelineDraft, mine: TimelineDraft, theirs: TimelineDraft): TimelineDraft {
  const byId = (draft: TimelineDraft) => new Map(draft.map((item) => [item.id, item]));
  const [before, present, own] = [byId(base), byId(theirs), byId(mine)];
  const kept = mine.flatMap((item) => {
    if (item.id === undefined) return [item];
    const [old, now] = [before.get(item.id), present.get(item.id)];
    const isOwn = !old || textOf(old) !== textOf(item);
    if (!now) return isOwn ? [{ ...item, id: undefined }] : [];
    return [isOwn ? item : { ...now, key: item.key }];
  });
  const added = theirs.filter(({ id }) => !before.has(id) && !own.has(id));
  return [...kept, ...added];
}

/** The items that the reader and somebody else changed or deleted since `base`, in different ways. */
export function conflictsOf(base: TimelineDraft, mine: TimelineDraft, theirs: TimelineDraft): TimelineDraft {
  const text = (item: ItemDraft | undefined) => item && textOf(item);
  return base.flatMap((before) => {
    const [own, other] = [mine, theirs].map((draft) => draft.find(({ id }) => id === before.id));
    const [was, now, saved] = [before, own, other].map(text);
    return now !== was && saved !== was && now !== saved ? [own ?? before] : [];
  });
}

/** The reader's timeline with these items as somebody else left them. */
export function takeTheirs(
  mine: TimelineDraft,
  theirs: TimelineDraft,
  items: readonly ItemDraft[],
): TimelineDraft {
  const keys = new Map(items.map(({ id, key }) => [id, key]));
  return [
    ...mine.filter(({ id }) => id === undefined || !keys.has(id)),
    ...theirs
      .filter(({ id }) => keys.has(id))
      .map((item) => ({ ...item, key: keys.get(item.id) ?? item.key })),
  ];
}

/** Gives items of the draft the ids that the server gave them when it stored `sent`. */
export function withIds(
  draft: TimelineDraft,
  sent: TimelineDraft,
  saved: readonly SavedItem[],
): TimelineDraft {
  const known = new Set(sent.map(({ id }) => id));
  const free = saved.filter(({ id }) => !known.has(id));
  const ids = new Map<string, string>();
  for (const item of sent.filter(({ id }) => id === undefined)) {
    const content = contentOf(sentItemOf(item));
    const index = free.findIndex((one) => contentOf(one) === content);
    const [match] = index < 0 ? [] : free.splice(index, 1);
    if (match) ids.set(item.key, match.id);
  }
  return draft.map((item) => ({ ...item, id: item.id ?? ids.get(item.key) }));
}

/** Faults of the server by item and field. */
export type RefusedItems = ReadonlyMap<string, Partial<Record<ItemField, string>>>;

const fieldNames: Record<string, ItemField> = {
  ...{ until: 'until', title: 'title', text: 'text', buttonText: 'buttonText', url: 'url', author: 'author' },
  ...{ question: 'question', options: 'options', isOpenEnded: 'options', withAnswer: 'right' },
  ...{ isSingleChoice: 'options', areResultsHidden: 'question' },
};

/** The faults of a refused request, at the items that were sent; those of no field are at the item's time. */
export function refusedItemsOf(
  details: readonly { path: string; message: string }[],
  sent: TimelineDraft,
): RefusedItems {
  const refused = new Map<string, Partial<Record<ItemField, string>>>();
  for (const { path, message } of details) {
    const [list, index, field = ''] = path.split('.');
    const item = list === 'items' ? sent[Number(index)] : undefined;
    if (!item) continue;
    const name = fieldNames[field] ?? 'at';
    refused.set(item.key, { [name]: message, ...refused.get(item.key) });
  }
  return refused;
}

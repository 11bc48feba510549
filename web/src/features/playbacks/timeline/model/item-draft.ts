import type { Answer, Body } from '../../../../../../contract/routes.ts';
import {
  emptyForm,
  formOf,
  longestText,
  type PollForm,
  faultsOf as pollFaultsOf,
  pollOf,
} from '../../../../models/polls/form.ts';
import { addressFault, lengthOf } from '../../../../panel/text-rules.ts';
import { parseSecond, secondText } from './seconds.ts';

export type SavedItem = Answer<'getTimeline'>['items'][number];
export type SentItem = Body<'updateTimeline'>['items'][number];
export type ItemType = SavedItem['type'];

export const itemTypes: ItemType[] = ['offer', 'poll', 'message'];

/** An item while it is edited: times as they are typed, and the fields of all types. */
export type ItemDraft = {
  /** Stays the same while the page is open, also of an item that has no id yet. */
  key: string;
  id: string | undefined;
  type: ItemType;
  at: string;
  hasEnd: boolean;
  until: string;
  title: string;
  text: string;
  buttonText: string;
  url: string;
  author: string;
  poll: PollForm;
};

export type ItemField =
  | Exclude<keyof ItemDraft, 'key' | 'id' | 'type' | 'hasEnd' | 'poll'>
  | 'question'
  | 'options'
  | 'right';
export type ItemFault = 'missing' | 'bad' | 'long' | 'order';
export type ItemFaults = Partial<Record<ItemField, ItemFault>>;

export const limits = { title: 200, text: 4000, buttonText: 100, author: 200 } as const;

export function emptyItem(key: string, type: ItemType, at: number): ItemDraft {
  const none = { title: '', text: '', buttonText: '', url: '', author: '' };
  return {
    ...{ key, id: undefined, type, at: secondText(at), hasEnd: false, until: '' },
    ...none,
    poll: emptyForm,
  };
}

export function itemDraftOf(item: SavedItem, key: string): ItemDraft {
  const { id, type, at, until, title = '', text, buttonText = '', url = '', author = '' } = item;
  return {
    ...{ key, id, type, title, buttonText, url, author },
    at: secondText(at),
    hasEnd: until !== null,
    until: until === null ? '' : secondText(until),
    text: text ?? '',
    poll: type === 'poll' ? formOf(item) : emptyForm,
  };
}

/** The item as it is sent. Times that cannot be read are sent as 0: an item with faults is not sent. */
export function sentItemOf(draft: ItemDraft): SentItem {
  const { id, type } = draft;
  const times = {
    at: parseSecond(draft.at) ?? 0,
    until: type !== 'message' && draft.hasEnd ? (parseSecond(draft.until) ?? 0) : null,
  };
  const common = { ...(id !== undefined && { id }), ...times };
  const text = draft.text.trim();
  if (type === 'poll') return { ...common, type, ...pollOf(draft.poll) };
  if (type === 'message') return { ...common, type, author: draft.author.trim(), text };
  const [title, buttonText, url] = [draft.title.trim(), draft.buttonText.trim(), draft.url.trim()];
  return { ...common, type, title, text: text === '' ? null : text, buttonText, url };
}

function faultOfText(text: string, longest: number): ItemFault | undefined {
  if (text.trim() === '') return 'missing';
  return lengthOf(text.trim()) > longest ? 'long' : undefined;
}

function faultsOfTimes({ at, hasEnd, until, type }: ItemDraft): ItemFaults {
  const [from, to] = [parseSecond(at), parseSecond(until)];
  const faults: ItemFaults = {};
  if (from === undefined) faults.at = at.trim() === '' ? 'missing' : 'bad';
  if (type === 'message' || !hasEnd) return faults;
  if (to === undefined) faults.until = until.trim() === '' ? 'missing' : 'bad';
  else if (from !== undefined && to <= from) faults.until = 'order';
  return faults;
}

function faultsOfPoll({ poll }: ItemDraft): ItemFaults {
  const found = pollFaultsOf(poll);
  const isLong = poll.options.some(({ text }) => lengthOf(text.trim()) > longestText);
  return {
    ...(found.includes('question') && { question: 'missing' }),
    ...(lengthOf(poll.question.trim()) > longestText && { question: 'long' }),
    ...(found.includes('options') && { options: 'missing' }),
    ...(!poll.isOpenEnded && isLong && { options: 'long' }),
    ...(found.includes('right') && { right: 'missing' }),
  };
}

function faultsOfTexts(draft: ItemDraft): ItemFaults {
  const { type, text } = draft;
  if (type === 'message') {
    const faults = { author: faultOfText(draft.author, limits.author), text: faultOfText(text, limits.text) };
    return faults as ItemFaults;
  }
  return {
    title: faultOfText(draft.title, limits.title),
    text: lengthOf(text.trim()) > limits.text ? 'long' : undefined,
    buttonText: faultOfText(draft.buttonText, limits.buttonText),
    url: addressFault(draft.url) ?? (draft.url.trim() === '' ? 'missing' : undefined),
  } as ItemFaults;
}

/** The faults of an item, by field. */
export function faultsOfDraft(draft: ItemDraft): ItemFaults {
  const texts = draft.type === 'poll' ? faultsOfPoll(draft) : faultsOfTexts(draft);
  const faults = Object.entries({ ...faultsOfTimes(draft), ...texts });
  return Object.fromEntries(faults.filter(([, fault]) => fault !== undefined));
}

/** The text by which people recognize an item. */
export function nameOfItem({ type, title, text, poll }: ItemDraft): string {
  if (type === 'offer') return title.trim();
  return (type === 'poll' ? poll.question : text).trim();
}

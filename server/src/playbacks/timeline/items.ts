import type { Static } from 'typebox';
import type { ErrorDetail } from '../../../../contract/errors.ts';
import type { OpenTimelineItem } from '../../../../contract/operations/playback-timeline.ts';
import type { Answer, Body } from '../../../../contract/routes.ts';
import { faultsOfPoll, newPollOf } from '../../chat/chat.ts';

type Given = Body<'updateTimeline'>['items'][number];
type ItemType = Given['type'];

/** The fields of an item besides its times, by type: of an offer, a poll or a message. */
export type ItemContent = Omit<Answer<'getTimeline'>['items'][number], 'id' | 'type' | 'at' | 'until'>;

/** An item as it is stored. Seconds are those of the video. */
export interface ItemRow {
  id: string;
  kind: ItemType;
  atSecond: number;
  untilSecond: number | null;
  content: ItemContent;
}

const fieldsOf = {
  offer: { needed: ['title', 'buttonText', 'url'], possible: ['text', 'until'] },
  poll: {
    needed: ['question'],
    possible: ['options', 'withAnswer', 'isOpenEnded', 'isSingleChoice', 'areResultsHidden', 'until'],
  },
  message: { needed: ['author', 'text'], possible: [] },
} as const satisfies Record<ItemType, { needed: (keyof Given)[]; possible: (keyof Given)[] }>;

const isGiven = (item: Given, field: keyof Given): boolean =>
  item[field] !== undefined && item[field] !== null;

/** Fields that the type requires, and fields that belong to another type. */
function faultsOfFields(item: Given): ErrorDetail[] {
  const { needed, possible } = fieldsOf[item.type];
  const own = new Set<string>(['id', 'type', 'at', ...needed, ...possible]);
  const missing = needed.filter((field) => !isGiven(item, field));
  const strange = (Object.keys(item) as (keyof Given)[]).filter(
    (field) => !own.has(field) && isGiven(item, field) && item[field] !== false,
  );
  return [
    ...missing.map((path) => ({ path, message: `is required for the type ${item.type}` })),
    ...strange.map((path) => ({ path, message: `is not for the type ${item.type}` })),
  ];
}

const pollOf = ({ question = '', ...item }: Given) => ({ ...item, question });

function faultsOfItem(item: Given): ErrorDetail[] {
  const { at, until } = item;
  return [
    ...faultsOfFields(item),
    ...(until != null && until <= at ? [{ path: 'until', message: 'must be greater than at' }] : []),
    ...(item.type === 'poll' ? faultsOfPoll(pollOf(item)) : []),
  ];
}

/** The faults of a timeline in the rules that concern several values; `knownIds` are those of its present items. */
export function faultsOfItems(items: Given[], knownIds: ReadonlySet<string>): ErrorDetail[] {
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const faults = faultsOfItem(item);
    if (item.id !== undefined && !knownIds.has(item.id)) {
      faults.push({ path: 'id', message: 'must be the id of an item of this timeline, or absent' });
    }
    if (item.id !== undefined && seen.has(item.id)) {
      faults.push({ path: 'id', message: `must not repeat: ${item.id} is there already` });
    }
    if (item.id !== undefined) seen.add(item.id);
    return faults.map(({ path, message }) => ({ path: `items.${index}.${path}`, message }));
  });
}

function contentOf(item: Given): ItemContent {
  if (item.type === 'poll') {
    const { channelId: _channel, templateId: _template, ...content } = newPollOf(pollOf(item), '0');
    return content;
  }
  const text = item.text?.trim() || null;
  if (item.type === 'message') return { author: item.author?.trim() ?? '', text };
  const { title = '', buttonText = '', url = '' } = item;
  return { title: title.trim(), text, buttonText: buttonText.trim(), url };
}

/** The row of an item without faults. */
export const rowOfItem = (item: Given, id: string): ItemRow => ({
  id,
  kind: item.type,
  atSecond: item.at,
  untilSecond: item.until ?? null,
  content: contentOf(item),
});

export const presentItem = ({
  id,
  kind,
  atSecond,
  untilSecond,
  content,
}: ItemRow): Answer<'getTimeline'>['items'][number] => ({
  id,
  type: kind,
  at: atSecond,
  until: untilSecond,
  ...content,
});

/** An item as a viewer gets it: nothing about right answers; the options of a poll are in the chat. */
export function presentOpenItem(item: ItemRow & { pollId: string | null }): Static<typeof OpenTimelineItem> {
  const {
    options: _options,
    withAnswer: _valid,
    isOpenEnded: _open,
    isSingleChoice: _single,
    areResultsHidden: _hidden,
    ...shown
  } = presentItem(item);
  return { ...shown, ...(item.pollId !== null && { pollId: item.pollId }) };
}

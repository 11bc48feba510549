import type { OpenItem } from './types.ts';

/** An offer that is open at the moment. */
export type Offer = { id: string; title: string; text: string; buttonText: string; url: string };

/** The offers among the open items of the timeline. An offer without a web address has no button, so it is left out. */
export function offersIn(items: readonly OpenItem[]): Offer[] {
  return items.flatMap(({ id, type, title = '', text = '', buttonText = '', url = '' }) => {
    const address = type === 'offer' ? URL.parse(url) : null;
    if (!address || !/^https?:$/.test(address.protocol)) return [];
    return [{ id, title, text: text ?? '', buttonText, url: address.href }];
  });
}

/** The ids of the items that are open at a second of the video, separated by spaces. */
export const idsOpenAt = (items: readonly OpenItem[], second: number): string =>
  items
    .filter(({ at, until }) => at <= second && (until === null || until > second))
    .map(({ id }) => id)
    .join(' ');

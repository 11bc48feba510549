import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import css from './virtual-list.module.css';

type Props<T> = {
  items: readonly T[];
  keyOf: (item: T) => string;
  /** The estimated height of a row before it is rendered, in pixels. */
  rowHeight: number;
  children: (item: T) => ReactNode;
};

/** The scrolling element is marked with `data-scroll`. */
const scrollerOf = (list: HTMLElement | null): HTMLElement | null => list?.closest('[data-scroll]') ?? null;

/**
 * A list that renders only the visible rows and a few beside them. Other lists and headings may be above it in the
 * scrolling element.
 */
export function VirtualList<T>({ items, keyOf, rowHeight, children }: Props<T>) {
  const list = useRef<HTMLUListElement>(null);
  const virtual: Virtualizer<HTMLElement, HTMLLIElement> = useVirtualizer({
    count: items.length,
    getScrollElement: () => scrollerOf(list.current),
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(items[index] as T),
    overscan: 8,
    rangeExtractor: (range) => withRowInUse(range, list.current),
    scrollMargin: useTop(list),
  });
  if (items.length === 0) return null;
  return (
    <ul ref={list} className={css.list} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ key, index, start }) => (
        <li
          key={key}
          ref={virtual.measureElement as Ref<HTMLLIElement>}
          className={css.item}
          data-index={index}
          style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
          aria-setsize={items.length}
          aria-posinset={index + 1}
        >
          {children(items[index] as T)}
        </li>
      ))}
    </ul>
  );
}

/** A row with the focus or an open menu stays rendered wherever one scrolls. */
function withRowInUse(range: Range, list: HTMLElement | null): number[] {
  const shown = defaultRangeExtractor(range);
  const row = list?.querySelector<HTMLElement>(':scope > :is(:focus-within, :has([aria-expanded="true"]))');
  const index = Number(row?.dataset.index);
  if (!row || shown.includes(index) || index >= range.count) return shown;
  return [...shown, index].sort((one, other) => one - other);
}

/** The distance in pixels from the top of the scrolling element, which changes with the content above the list. */
function useTop(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const scroller = scrollerOf(list.current);
    if (!scroller) return;
    const read = (): void => {
      const [own, outer] = [list.current?.getBoundingClientRect(), scroller.getBoundingClientRect()];
      if (own) setTop(own.top - outer.top + scroller.scrollTop);
    };
    const observer = new ResizeObserver(read);
    for (const child of scroller.children) observer.observe(child);
    read();
    return () => observer.disconnect();
  });
  return top;
}

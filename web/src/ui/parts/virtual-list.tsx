import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import css from './virtual-list.module.css';

/** The list as the part around it uses it. */
export type VirtualListRemote = {
  /** Brings an item to the middle; a short way is scrolled smoothly, unless the reader has turned motion off. */
  scrollTo: (index: number) => void;
};

type Props<T> = {
  label?: string;
  remote?: Ref<VirtualListRemote>;
  items: readonly T[];
  keyOf: (item: T) => string;
  /** The estimated height of a row before it is rendered, in pixels. */
  rowHeight: number;
  children: (item: T, index: number) => ReactNode;
};

/** The scrolling element is marked with `data-scroll`. */
const scrollerOf = (list: HTMLElement | null): HTMLElement | null => list?.closest('[data-scroll]') ?? null;

/**
 * A list that renders only the visible rows and a few beside them. Other lists and headings may be above it in the
 * scrolling element.
 */
export function VirtualList<T>({ items, keyOf, rowHeight, label, remote, children }: Props<T>) {
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
  useImperativeHandle(remote, () => ({ scrollTo: (index) => bringToMiddle(virtual, index) }));
  if (items.length === 0) return null;
  return (
    <ul ref={list} className={css.list} style={{ height: virtual.getTotalSize() }} aria-label={label}>
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
          {children(items[index] as T, index)}
        </li>
      ))}
    </ul>
  );
}

function bringToMiddle(virtual: Virtualizer<HTMLElement, HTMLLIElement>, index: number): void {
  const [top = 0] = virtual.getOffsetForIndex(index, 'center') ?? [];
  const isNear = Math.abs(top - (virtual.scrollOffset ?? 0)) < (virtual.scrollRect?.height ?? 0);
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  // The virtualizer measures no new rows during its own smooth scroll, so that they would overlap.
  if (isNear && !isStill) virtual.scrollElement?.scrollTo({ top, behavior: 'smooth' });
  else virtual.scrollToIndex(index, { align: 'center' });
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

import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { ListVirtualizer } from './use-reading.ts';

type ActiveRow = {
  /** The row whose tools are shown. */
  key: string | undefined;
  /** The one row in the tab order; the arrow keys continue from it. */
  focusable: (index: number) => number;
  activate: (key: string) => void;
  /** While a row's menu is open, the pointer does not change the row. */
  hold: (isHeld: boolean) => void;
  onLeave: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

const rowOf = (target: EventTarget): HTMLElement | undefined =>
  target instanceof HTMLElement && target.matches('[data-row]') ? target : undefined;

/** One row is active at a time: the one under the pointer, tapped, or focused. */
export function useActiveRow(list: ListVirtualizer, box: RefObject<HTMLElement | null>): ActiveRow {
  const [key, setKey] = useState<string>();
  const isHeld = useRef(false);
  const wanted = useRef<number>(undefined);
  const items = list.getVirtualItems();
  const lastSeen = items.at(-1)?.index ?? 0;
  const at = key === undefined ? undefined : items.find((item) => item.key === key)?.index;
  useEffect(() => {
    const index = wanted.current;
    if (index === undefined) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row]`);
    if (!row) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  });
  const activate = useCallback((next: string) => {
    if (!isHeld.current) setKey(next);
  }, []);
  const hold = useCallback((next: boolean) => {
    isHeld.current = next;
  }, []);
  const onLeave = (): void => {
    const isInside = box.current?.contains(document.activeElement) ?? false;
    if (!isHeld.current && !isInside) setKey(undefined);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = steps[event.key];
    const row = rowOf(event.target);
    const index = Number(row?.closest('[data-index]')?.getAttribute('data-index') ?? Number.NaN);
    const next = index + (step ?? Number.NaN);
    if (!(next >= 0 && next < list.options.count)) return;
    event.preventDefault();
    wanted.current = next;
    list.scrollToIndex(next);
    setKey(String(list.options.getItemKey(next)));
  };
  return { key, focusable: () => at ?? lastSeen, activate, hold, onLeave, onKeyDown };
}

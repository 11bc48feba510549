import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useText } from '../../../i18n/language.ts';
import { type ItemDraft, nameOfItem } from './model/item-draft.ts';
import { parseSecond } from './model/seconds.ts';
import { shareOf } from './model/track.ts';
import css from './track.module.css';
import { TypeIcon } from './type-icon.tsx';

/** In pixels; a press that moves less is a click. */
const slack = 4;

type Props = {
  item: ItemDraft;
  length: number;
  hasFaults: boolean;
  secondOf: (x: number) => number;
  onMove: (to: number) => void;
  /** The mark has its place. */
  onSettle: () => void;
  onOpen: () => void;
};

/** One item on the track, from its beginning to its end; moved by dragging or with the arrow keys. */
export function TrackMark({ item, length, hasFaults, secondOf, onMove, onSettle, onOpen }: Props) {
  const text = useText('timeline');
  const at = parseSecond(item.at) ?? 0;
  const end = item.hasEnd ? parseSecond(item.until) : undefined;
  const [left, right] = [shareOf(at, length), shareOf(Math.max(at, end ?? length), length)];
  const [type, name] = [text.types[item.type], nameOfItem(item)];
  const drag = useDrag({ secondOf, at, onMove, onSettle });
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    onMove(at + step * (event.shiftKey ? 10 : 1));
    onSettle();
  };
  return (
    <li>
      {item.type !== 'message' && (
        <span
          className={css.span}
          data-open={end === undefined || undefined}
          style={{ insetInlineStart: `${left * 100}%`, width: `${(right - left) * 100}%` }}
        />
      )}
      <button
        type="button"
        className={css.mark}
        style={{ insetInlineStart: `${left * 100}%` }}
        data-wrong={hasFaults || undefined}
        aria-label={
          name ? text.mark({ type, name, time: item.at }) : text.markUnnamed({ type, time: item.at })
        }
        title={`${item.at} ${name}`}
        onKeyDown={onKeyDown}
        {...drag.events}
        onClick={() => !drag.wasDragged() && onOpen()}
      >
        <TypeIcon type={item.type} size={14} />
      </button>
    </li>
  );
}

type DragOptions = Pick<Props, 'secondOf' | 'onMove' | 'onSettle'> & { at: number };

function useDrag({ secondOf, at, onMove, onSettle }: DragOptions) {
  /** Where the press began, and how far the mark is from it: the mark does not jump under the pointer. */
  const from = useRef<{ x: number; offset: number }>(undefined);
  const hasMoved = useRef(false);
  const end = (): void => {
    if (from.current && hasMoved.current) onSettle();
    from.current = undefined;
  };
  return {
    wasDragged: () => hasMoved.current,
    events: {
      onPointerDown: (event: PointerEvent<HTMLElement>): void => {
        hasMoved.current = false;
        if (event.button !== 0) return;
        from.current = { x: event.clientX, offset: at - secondOf(event.clientX) };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>): void => {
        if (!from.current) return;
        if (!hasMoved.current && Math.abs(event.clientX - from.current.x) < slack) return;
        hasMoved.current = true;
        onMove(secondOf(event.clientX) + from.current.offset);
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}

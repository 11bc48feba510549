import { VisuallyHidden } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { keepFocus } from '../../../ui/form/reorder.tsx';
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import { clockText } from '../../../ui/times.ts';
import { type ItemDraft, type ItemType, itemTypes } from './model/item-draft.ts';
import { parseSecond, secondText } from './model/seconds.ts';
import { secondAt, shareOf, ticksOf, trackLength, zoomsOf } from './model/track.ts';
import css from './track.module.css';
import { TrackMark } from './track-mark.tsx';
import type { Moment, TimelineEditing } from './use-timeline.ts';

type Props = {
  editing: TimelineEditing;
  duration: number | null;
  moment: Moment;
  onOpen: (key: string) => void;
};

const place = (second: number, length: number): CSSProperties => ({
  insetInlineStart: `${(shareOf(second, length) * 100).toFixed(4)}%`,
});

/** The items as marks below the video, a lane for each type. A click beside the marks moves the video there. */
export function Track({ editing, duration, moment, onOpen }: Props) {
  const text = useText('timeline');
  const [zoom, setZoom] = useState(1);
  const [said, setSaid] = useState('');
  const scroller = useRef<HTMLDivElement>(null);
  const lanes = useRef<HTMLDivElement>(null);
  const { draft } = editing;
  const length = useSteadyLength(trackLength(draft, duration));
  const zooms = zoomsOf(length);
  const factor = Math.min(zoom, zooms.at(-1) ?? 1);
  const { at = 0 } = moment;

  const latest = useRef(0);
  latest.current = shareOf(at, length);

  // The moment of the video stays in view when the zoom changes.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && factor > 1)
      element.scrollLeft = latest.current * element.scrollWidth - element.clientWidth / 2;
  }, [factor]);

  const secondOf = (x: number): number => {
    const bounds = lanes.current?.getBoundingClientRect() ?? { left: 0, width: 0 };
    return secondAt(x, bounds, length);
  };
  const move = (item: ItemDraft, to: number): void => {
    const second = Math.min(length, Math.max(0, to));
    editing.move(item.key, second);
    setSaid(text.moved(secondText(second)));
  };
  const settle = (): void => {
    keepFocus();
    editing.settle();
  };
  return (
    <Stack as="section" p="sm md md" frame="line" ground="surface" gap="xs" aria-label={text.track}>
      <Row as="header" tall={40} gap="md" align="center" justify="between">
        <Text size="sm" dim pretty>
          {text.trackHint}
        </Text>
        <Zoom zooms={zooms} factor={factor} onChange={setZoom} />
      </Row>
      <div ref={scroller} className={css.scroller} dir="ltr">
        <div ref={lanes} className={css.lanes} style={{ width: `${factor * 100}%` }}>
          {/* For the pointer only: the slider of the player seeks by keyboard. */}
          <button
            type="button"
            className={css.ground}
            tabIndex={-1}
            aria-hidden
            onClick={({ clientX }) => moment.seekTo(secondOf(clientX))}
          />
          <Ticks length={length} zoom={factor} />
          {itemTypes.map((type) => (
            <Lane
              key={type}
              type={type}
              editing={editing}
              length={length}
              secondOf={secondOf}
              onMove={move}
              onSettle={settle}
              onOpen={onOpen}
            />
          ))}
          {moment.at !== undefined && <span className={css.playhead} style={place(at, length)} aria-hidden />}
        </div>
      </div>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </Stack>
  );
}

/** Without a video the track grows with its last item, but does not shrink while one is moved. */
function useSteadyLength(length: number): number {
  const longest = useRef(length);
  const [first] = useState(length);
  longest.current = Math.max(longest.current, length);
  return length < first && length < longest.current ? longest.current : length;
}

type ZoomProps = { zooms: number[]; factor: number; onChange: (zoom: number) => void };

function Zoom({ zooms, factor, onChange }: ZoomProps) {
  const text = useText('timeline');
  if (zooms.length < 2) return null;
  const index = zooms.indexOf(factor);
  const step = (by: number): void => onChange(zooms[index + by] ?? factor);
  return (
    <Row align="center" fixed>
      <IconButton
        icon={IconMinus}
        aria-label={text.zoomOut}
        aria-disabled={index === 0}
        onClick={() => step(-1)}
      />
      <Text as="span" className={css.factor} size="sm" tabular center role="status">
        {text.zoom(factor)}
      </Text>
      <IconButton
        icon={IconPlus}
        aria-label={text.zoomIn}
        aria-disabled={index === zooms.length - 1}
        onClick={() => step(1)}
      />
    </Row>
  );
}

function Ticks({ length, zoom }: { length: number; zoom: number }) {
  return (
    <div className={css.ticks} aria-hidden>
      {ticksOf(length, zoom).map((second) => (
        <span
          key={second}
          className={css.tick}
          data-last={shareOf(second, length) > 0.94 || undefined}
          style={place(second, length)}
        >
          {clockText(second)}
        </span>
      ))}
    </div>
  );
}

type LaneProps = {
  type: ItemType;
  editing: TimelineEditing;
  length: number;
  secondOf: (x: number) => number;
  onMove: (item: ItemDraft, to: number) => void;
  onSettle: () => void;
  onOpen: (key: string) => void;
};

function Lane({ type, editing, length, secondOf, onMove, onSettle, onOpen }: LaneProps) {
  const text = useText('timeline');
  const items = editing.draft.filter((item) => item.type === type && parseSecond(item.at) !== undefined);
  return (
    <ul className={css.lane} aria-label={text.lanes[type]} data-type={type}>
      {items.map((item) => (
        <TrackMark
          key={item.key}
          item={item}
          length={length}
          hasFaults={editing.hasFaults(item)}
          secondOf={secondOf}
          onMove={(to) => onMove(item, to)}
          onSettle={onSettle}
          onOpen={() => onOpen(item.key)}
        />
      ))}
    </ul>
  );
}

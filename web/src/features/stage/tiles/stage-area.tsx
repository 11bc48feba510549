import { VisuallyHidden } from '@mantine/core';
import { type ComponentType, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { PartBoundary } from '../../../faults/part-boundary.tsx';
import { useText } from '../../../i18n/language.ts';
import { createStore } from '../../../kit/store.ts';
import {
  type Arrangement,
  arrange,
  type PlacedTile,
  type StageView,
} from '../../../models/call/layout/arrange.ts';
import type { Rect } from '../../../models/call/layout/grid.ts';
import { hideTiles } from '../../../models/call/layout/hide.ts';
import { ownHidden, videoOnly } from '../../../models/call/layout/hide-settings.ts';
import type { ShownSlide } from '../../../models/slides/slide-show.ts';
import type { SlideProps } from '../../../room/meeting-parts.ts';
import { useSlidesIfOpen } from '../../../room/room-parts.tsx';
import type { Question } from '../../../ui/form/confirm.tsx';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { useOwnPerson } from '../call-context.ts';
import { useSlideKeys } from '../slides/use-slide-keys.ts';
import { EmptyStage } from './empty-stage.tsx';
import { Pager } from './pager.tsx';
import css from './stage-area.module.css';
import { TileView } from './tile.tsx';
import { useSize } from './use-size.ts';
import { useSwipe } from './use-swipe.ts';
import { useTiles } from './use-tiles.ts';
import { useZoom } from './use-zoom.ts';

type Props = {
  view: StageView;
  compact: boolean;
  pinned: string | undefined;
  onPin: (key: string | undefined) => void;
  onAsk: (question: Question) => void;
  onShowPeople: () => void;
  /** The view of the page on the stage. */
  Slide: ComponentType<SlideProps> | undefined;
};

export function StageArea({ view, compact, pinned, onPin, onAsk, onShowPeople, Slide }: Props) {
  const text = useText('stage');
  const ground = useRef<HTMLDivElement>(null);
  const area = useSize(ground);
  const [wantedPage, setPage] = useState(0);
  const { all, tiles, hidden, speakers, onStage, isSlide, keepOrder } = useShownTiles(view, pinned);
  const { shapes, onShape } = useShapes();
  useSlideKeys();
  const slideShape = useSlideShape(isSlide && Slide !== undefined);
  const { placed, slide, page, more, order } = useMemo(
    () =>
      arrange({
        ...{ area, tiles, hidden, view, compact, page: wantedPage, pinned, onStage, speakers, shapes },
        slide: slideShape,
      }),
    [area, tiles, hidden, view, compact, wantedPage, pinned, onStage, speakers, shapes, slideShape],
  );
  keepOrder(order);
  const step = (by: 1 | -1): void => setPage(Math.min(Math.max(0, page.index + by), page.count - 1));
  const swipe = useSwipe(step);
  return (
    <Stack as="section" grow className={css.area} aria-label={text.stage} {...swipe}>
      <div ref={ground} className={css.ground}>
        <Stack as="ul">
          {slide && Slide && (
            <li className={css.place} style={styleOf(slide)} data-role="focus" data-tile="slide">
              <SlidePlace Slide={Slide} />
            </li>
          )}
          {placed.map(({ tile, rect, role }) => (
            <li
              key={tile.key}
              className={css.place}
              style={styleOf(rect)}
              data-role={role}
              data-tile={tile.key}
            >
              <TileView
                tile={tile}
                role={role}
                isPinned={pinned === tile.key}
                isLarge={role === 'focus' || isAlone(placed, role)}
                mayHideOwn={all.length > 1}
                onPin={mayPin(tiles.length, role) ? onPin : undefined}
                onAsk={all.length > 1 ? onAsk : undefined}
                onShape={onShape}
              />
            </li>
          ))}
          {more && <More {...more} onShowPeople={onShowPeople} />}
        </Stack>
        {area.width > 0 && !slide && <EmptyStage tiles={all} onShowPeople={onShowPeople} />}
      </div>
      <Pager {...page} onStep={step} />
    </Stack>
  );
}

/** A page is enlarged as a shared screen is. */
function Zoomable({ children }: { children: ReactNode }) {
  const zoom = useZoom({ isOn: true, makeLarge: undefined });
  return (
    <div ref={zoom.ref} className={css.zoomable} {...zoom.handlers}>
      <div className={css.zoomed} style={zoom.style}>
        {children}
      </div>
    </div>
  );
}

/** The page on the stage, which moderators turn. */
function SlidePlace({ Slide }: { Slide: ComponentType<SlideProps> }) {
  const mayTurn = useOwnPerson().role === 'moderator';
  return (
    <PartBoundary part="slides">
      <Slide mayTurn={mayTurn} Zoomable={Zoomable} />
    </PartBoundary>
  );
}

const usualShape = 16 / 9;

/** Width divided by height of the page on the stage; undefined: there is none. */
function useSlideShape(isOn: boolean): number | undefined {
  const shown = useStore(useSlidesIfOpen()?.shown ?? noSlide);
  if (!isOn || !shown) return undefined;
  return shown.slide ? shown.slide.width / shown.slide.height : usualShape;
}

type MoreProps = NonNullable<Arrangement['more']> & Pick<Props, 'onShowPeople'>;

/** In px: a smaller place has space for the number only. */
const leastForWord = 60;

/** The number of people without a tile, which opens the list of people. */
function More({ count, rect, onShowPeople }: MoreProps) {
  const text = useText('stage');
  const word = text.others(count);
  return (
    <li className={css.place} style={styleOf(rect)}>
      <Stack
        as="button"
        align="center"
        justify="center"
        weight={600}
        gap="xs"
        full
        radius="md"
        ground="stage-tile"
        className={css.more}
        onClick={onShowPeople}
      >
        {`+${count}`}
        {Math.min(rect.width, rect.height) < leastForWord ? (
          <VisuallyHidden>{word}</VisuallyHidden>
        ) : (
          <Text as="span" size="xs" weight={400} tone="stage-dim">
            {word}
          </Text>
        )}
      </Stack>
    </li>
  );
}

const noSlide = createStore<ShownSlide | undefined>(undefined);

/** The tiles without those that the person who looks hides. */
function useShownTiles(view: StageView, pinned: string | undefined) {
  const { tiles: all, cameras, speakers, ...rest } = useTiles();
  const isOwnHidden = useStore(ownHidden);
  const isVideoOnly = useStore(videoOnly);
  const speaker = view === 'speaker' ? `camera:${speakers[0]}` : undefined;
  const shown = useMemo(
    () => hideTiles(all, { isOwnHidden, isVideoOnly, cameras, kept: [pinned, speaker] }),
    [all, isOwnHidden, isVideoOnly, cameras, pinned, speaker],
  );
  return { ...rest, ...shown, all, speakers };
}

/** The shapes of the pictures, by the keys of their tiles, as the tiles tell them. */
function useShapes() {
  const [shapes, setShapes] = useState<ReadonlyMap<string, number>>(new Map());
  const onShape = useCallback((key: string, shape: number | undefined): void => {
    // A picture that is gone for a moment comes back in the same shape.
    if (shape !== undefined) {
      setShapes((before) => (before.get(key) === shape ? before : new Map(before).set(key, shape)));
    }
  }, []);
  return { shapes, onShape };
}

/** The only large tile, as in a call of two. */
const isAlone = (placed: readonly PlacedTile[], role: PlacedTile['role']): boolean =>
  role !== 'corner' && placed.filter((one) => one.role !== 'corner').length === 1;

function mayPin(count: number, role: PlacedTile['role']): boolean {
  return count > 1 && role !== 'corner';
}

function styleOf({ x, y, width, height }: Rect): Record<string, string> {
  return {
    transform: `translate(calc(${x}px * var(--inline)), ${y}px)`,
    width: `${width}px`,
    height: `${height}px`,
  };
}

import { useMemo, useRef, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { arrange, type PlacedTile, type StageView } from '../../../models/call/layout/arrange.ts';
import type { Rect } from '../../../models/call/layout/grid.ts';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { EmptyStage } from './empty-stage.tsx';
import { Pager } from './pager.tsx';
import css from './stage-area.module.css';
import { TileView } from './tile.tsx';
import { useSize } from './use-size.ts';
import { useSwipe } from './use-swipe.ts';
import { useTiles } from './use-tiles.ts';

type Props = {
  view: StageView;
  compact: boolean;
  pinned: string | undefined;
  onPin: (key: string | undefined) => void;
  onShowPeople: () => void;
};

export function StageArea({ view, compact, pinned, onPin, onShowPeople }: Props) {
  const text = useText('stage');
  const ground = useRef<HTMLDivElement>(null);
  const area = useSize(ground);
  const [wantedPage, setPage] = useState(0);
  const { tiles, speakers, screens, keepOrder } = useTiles();
  const { placed, page, more, order } = useMemo(
    () => arrange({ area, tiles, view, compact, page: wantedPage, pinned, screens, speakers }),
    [area, tiles, view, compact, wantedPage, pinned, screens, speakers],
  );
  keepOrder(order);
  const step = (by: 1 | -1): void => setPage(Math.min(Math.max(0, page.index + by), page.count - 1));
  const swipe = useSwipe(step);
  return (
    <Stack as="section" grow className={css.area} aria-label={text.stage} {...swipe}>
      <div ref={ground} className={css.ground}>
        {placed.map(({ tile, rect, role }) => (
          <div
            key={tile.key}
            className={css.place}
            style={styleOf(rect)}
            data-role={role}
            data-alone={isAlone(placed, role) || undefined}
            data-tile={tile.key}
          >
            <TileView
              tile={tile}
              role={role}
              isPinned={pinned === tile.key}
              isLarge={role === 'focus' || isAlone(placed, role)}
              onPin={mayPin(tiles.length, role) ? onPin : undefined}
            />
          </div>
        ))}
        {more && (
          <Stack
            as="button"
            type="button"
            align="center"
            justify="center"
            weight={600}
            className={css.more}
            style={styleOf(more.rect)}
            onClick={onShowPeople}
          >
            {`+${more.count}`}
            <Text as="span" size="xs" className={css.moreWord}>
              {text.others(more.count)}
            </Text>
          </Stack>
        )}
        {area.width > 0 && <EmptyStage tiles={tiles} onShowPeople={onShowPeople} />}
      </div>
      <Pager {...page} onStep={step} />
    </Stack>
  );
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

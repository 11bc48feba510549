import { memo } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { TimeRange } from '../../../panel/report/curve-points.ts';
import { Grid, Text } from '../../../ui/layout/layout.tsx';
import { layers as allLayers, barsOf, type Layer, outlineOf } from '../model/bars.ts';
import type { Attendee } from '../model/person-rows.ts';
import css from './lines.module.css';
import { useNameOf } from './person-name.ts';
import { useLineText } from './use-line-text.ts';

/** The height of the picture, and in it of each layer: the position tells a layer as well as its colour. */
const height = 20;
const layerHeight = height / allLayers.length;

type Props = {
  attendee: Attendee;
  range: TimeRange;
  layers: readonly Layer[];
  onOpen: (key: string) => void;
};

/** One person on the time axis. Its text says what the picture shows. */
export const PresenceLine = memo(function PresenceLine({ attendee, range, layers, onOpen }: Props) {
  const text = useText('callReport');
  const name = useNameOf(attendee);
  const described = useLineText(attendee, range);
  const { row, key } = attendee;
  if (!row) return null;
  return (
    <Grid
      as="button"
      align="center"
      size="md"
      full
      hover="fill"
      inset
      className={css.line}
      aria-label={`${name}: ${described}`}
      title={text.details(name)}
      onClick={() => onOpen(key)}
    >
      <Text
        as="span"
        truncate
        p="0 lg"
        pe="md"
        className={css.name}
        data-erased={attendee.isErased || undefined}
      >
        <bdi>{name}</bdi>
      </Text>
      <svg className={css.picture} viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden>
        <path
          fill="var(--layer-online)"
          d={outlineOf(barsOf(row.intervals.online, range), { top: 0, height })}
        />
        {layers.map((layer) => (
          <path
            key={layer}
            fill={`var(--layer-${layer})`}
            d={outlineOf(barsOf(row.intervals[layer], range), {
              top: allLayers.indexOf(layer) * layerHeight + 0.5,
              height: layerHeight - 1,
            })}
          />
        ))}
      </svg>
    </Grid>
  );
});

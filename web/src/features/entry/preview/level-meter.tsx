import { type CSSProperties, useEffect, useRef } from 'react';
import { watchLevel } from '../../../models/call/media/level.ts';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import classes from './preview.module.css';

/** Moves as the person speaks. It bypasses React, because it is updated 20 times a second. */
export function LevelMeter({ track, label }: { track: MediaStreamTrack; label: string }) {
  const bars = useRef<HTMLDivElement>(null);
  const meter = useRef<HTMLMeterElement>(null);
  useEffect(
    () =>
      watchLevel(track, (level) => {
        bars.current?.style.setProperty('--level', level.toFixed(2));
        if (meter.current) meter.current.value = Math.round(level * 10) / 10;
      }),
    [track],
  );
  return (
    <div className={classes.meter}>
      <Text as="meter" unseen ref={meter} aria-label={label} min={0} max={1} />
      <Row align="center" gap="xs" className={classes.bars} ref={bars} aria-hidden>
        {[0.15, 0.35, 0.55, 0.75, 0.95].map((threshold) => (
          <span key={threshold} style={{ '--threshold': threshold } as CSSProperties} />
        ))}
      </Row>
    </div>
  );
}

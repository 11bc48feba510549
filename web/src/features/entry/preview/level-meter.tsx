import { useEffect, useRef } from 'react';
import { watchLevel } from '../../../models/call/media/level.ts';
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
      <meter className={classes.unseen} ref={meter} aria-label={label} min={0} max={1} />
      <div className={classes.bars} ref={bars} aria-hidden>
        <span />
        <span />
        <span />
        <span />
        <span />
      </div>
    </div>
  );
}

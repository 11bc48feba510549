import { useText } from '../../../i18n/language.ts';
import { useRecording } from '../../../room/room-parts.tsx';
import { clockText } from '../../../ui/times.ts';
import { useNow } from '../../../ui/use-now.ts';
import { useStore } from '../../../ui/use-store.ts';
import css from './record-sign.module.css';

/** The sign above the stage while the room is recorded, for everybody. Notices report its beginning and end. */
export function RecordSign() {
  const text = useText('recording');
  const { phase, since } = useStore(useRecording().state);
  if (phase !== 'starting' && phase !== 'on') return null;
  return (
    <header className={css.top}>
      <span className={css.sign} data-phase={phase}>
        <span className={css.dot} aria-hidden />
        {phase === 'on' ? text.recording : text.starting}{' '}
        {since !== undefined && <RunningTime since={since} />}
      </span>
    </header>
  );
}

function RunningTime({ since }: { since: number }) {
  const now = useNow(1_000);
  // Screen readers read the timer on demand only.
  return (
    <span role="timer" className={css.time}>
      {clockText((now - since) / 1_000)}
    </span>
  );
}

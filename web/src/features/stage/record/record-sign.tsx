import { useText } from '../../../i18n/language.ts';
import { useRecording } from '../../../room/room-parts.tsx';
import { Pill, Row, Text } from '../../../ui/layout/layout.tsx';
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
    <Row as="header" fixed>
      <Pill as="span" weight={550} className={css.sign} data-phase={phase}>
        <span className={css.dot} aria-hidden />
        <span className={css.word}>{phase === 'on' ? text.recording : text.starting}</span>{' '}
        {since !== undefined && <RunningTime since={since} />}
      </Pill>
    </Row>
  );
}

function RunningTime({ since }: { since: number }) {
  const now = useNow(1_000);
  // Screen readers read the timer on demand only.
  return (
    <Text as="span" tabular role="timer" weight={400}>
      {clockText((now - since) / 1_000)}
    </Text>
  );
}

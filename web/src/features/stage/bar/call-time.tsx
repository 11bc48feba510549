import { useText } from '../../../i18n/language.ts';
import { browserClock } from '../../../kit/clock.ts';
import { Text } from '../../../ui/layout/layout.tsx';
import { clockText } from '../../../ui/times.ts';
import { useNow } from '../../../ui/use-now.ts';
import { useCallState } from '../call-context.ts';
import css from './control-bar.module.css';

/** For how long the call has lasted, the same for everybody. */
export function CallTime() {
  const startedAt = useCallState((state) => state.startedAt);
  return startedAt === undefined ? null : <RunningTime since={startedAt} />;
}

function RunningTime({ since }: { since: number }) {
  const text = useText('media');
  const lostAt = useCallState((state) => state.ownLinkLostAt);
  const now = useNow(lostAt === undefined ? 1_000 : undefined);
  // The timer rests while the person is not in the call.
  const rest = lostAt === undefined ? 0 : browserClock.now() - lostAt;
  // Screen readers read the timer on demand only.
  return (
    <Text
      as="span"
      size="md"
      fixed
      tabular
      role="timer"
      className={css.quiet}
      aria-label={text.callTime}
      title={text.callTime}
    >
      {clockText(Math.max(0, now - rest - since) / 1_000)}
    </Text>
  );
}

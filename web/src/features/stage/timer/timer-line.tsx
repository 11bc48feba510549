import { VisuallyHidden } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLanguage, useText } from '../../../i18n/language.ts';
import type { CallTimer, RunningTimer, TimerNews } from '../../../models/timer/call-timer.ts';
import { useTimer } from '../../../room/room-parts.tsx';
import { Pill, Row, Text } from '../../../ui/layout/layout.tsx';
import { clockText, fullDurationText } from '../../../ui/times.ts';
import { useNow } from '../../../ui/use-now.ts';
import { useStore } from '../../../ui/use-store.ts';
import { useOwnPerson } from '../call-context.ts';
import css from './timer-line.module.css';

/** Above the tiles, for everybody: the time that is left, with the buttons of moderators. It covers no tile. */
export function TimerLine({ isOwnLine }: { isOwnLine: boolean }) {
  const timer = useTimer();
  const running = useStore(timer.running);
  const isModerator = useOwnPerson().role === 'moderator';
  return (
    <>
      {running && (
        <Row
          fixed
          align="center"
          justify="center"
          gap="xs"
          className={css.line}
          data-own-line={isOwnLine || undefined}
        >
          <TimeLeft timer={running} />
          {isModerator && <Buttons timer={timer} />}
        </Row>
      )}
      <Announcements timer={timer} />
    </>
  );
}

const look = { fixed: true, size: 'md', weight: 550, ground: 'stage-raised' } as const;

/** In ms. Often enough that no second is left out. */
const refreshed = 250;

function TimeLeft({ timer: { endsAt } }: { timer: RunningTimer }) {
  const text = useText('timer');
  const left = Math.max(0, endsAt - useNow(refreshed));
  // Screen readers read the timer on demand; the announcements say its beginning and its last minute.
  return (
    <Pill as="span" {...look} className={css.time} data-last-minute={left <= 60_000 || undefined}>
      <IconHourglass size={16} className={css.icon} aria-hidden />
      <Text as="span" tabular role="timer" aria-label={text.left} title={text.left}>
        {clockText(Math.ceil(left / 1_000))}
      </Text>
    </Pill>
  );
}

function Buttons({ timer }: { timer: CallTimer }) {
  const text = useText('timer');
  const [isBusy, setBusy] = useState(false);
  // Each press adds one minute: a press while the one before is sent would be one too many for a double click.
  const extend = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    await timer.extend();
    setBusy(false);
  };
  return (
    <>
      <TimerButton aria-label={text.addMinuteLabel} onClick={() => void extend()}>
        {text.addMinute}
      </TimerButton>
      <TimerButton aria-label={text.stopLabel} onClick={() => void timer.stop()}>
        {text.stop}
      </TimerButton>
    </>
  );
}

type ButtonProps = { 'aria-label': string; onClick: () => void; children: string };

const TimerButton = ({ children, ...rest }: ButtonProps) => (
  <Pill {...look} hover="fill" title={rest['aria-label']} {...rest}>
    {children}
  </Pill>
);

type Spoken = { id: number; news: TimerNews };

/** For screen readers. The end is a notice, which they read anyway. */
function Announcements({ timer }: { timer: CallTimer }) {
  const text = useText('timer');
  const language = useLanguage();
  const [spoken, setSpoken] = useState<Spoken>();
  useEffect(() => timer.onNews((news) => setSpoken((last) => ({ id: (last?.id ?? 0) + 1, news }))), [timer]);
  const words = ({ news }: Spoken): string | undefined => {
    if (news.kind === 'set') return text.set(fullDurationText(Math.round(news.left / 1_000), language));
    if (news.kind === 'last-minute') return text.lastMinute;
    return news.kind === 'stopped' ? text.stopped : undefined;
  };
  return (
    <VisuallyHidden role="log" aria-live="polite">
      {spoken && <span key={spoken.id}>{words(spoken)}</span>}
    </VisuallyHidden>
  );
}

import { Button, type ButtonProps } from '@mantine/core';
import { useRef } from 'react';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { type ReturnTo, useConfirmed } from '../../../panel/use-confirmed.tsx';
import { minuteTime } from '../../../ui/times.ts';
import type { PlaybackSession } from '../schedule/model/schedule-draft.ts';

export type SessionEnding = ReturnType<typeof useSessionEnding>;

export function useSessionEnding(spaceId: string, onDone: () => void) {
  const text = useText('sessionEnding');
  const language = useLanguage();
  const api = useApi();
  const { confirm, isBusy, shown } = useConfirmed({
    session_finished: text.session_finished,
    not_found: text.not_found,
  });
  return {
    isBusy,
    shown,
    /** Asks, then cancels a session to come or ends a running one. */
    end: ({ id, playbackId, startDate, state }: PlaybackSession, returnTo: ReturnTo): void => {
      const start = minuteTime(new Date(startDate), language);
      const isToCome = state === 'upcoming';
      confirm({
        title: isToCome ? text.cancelTitle(start) : text.endTitle(start),
        text: isToCome ? text.cancelText : text.endText,
        yes: isToCome ? text.cancel : text.end,
        no: text.keep,
        returnTo,
        send: () => api.endPlaybackSession({ spaceId, playbackId, playbackEventSessionId: id }),
        onEnd: onDone,
      });
    },
  };
}

type Props = Pick<ButtonProps, 'size'> & {
  session: PlaybackSession;
  ending: SessionEnding;
  /** Names the session, for people who do not see the row. */
  start: string;
};

/** The button of a session that has not ended. */
export function SessionEndButton({ session, ending, start, size }: Props) {
  const text = useText('sessionEnding');
  const button = useRef<HTMLButtonElement>(null);
  const label = session.state === 'upcoming' ? text.cancel : text.end;
  return (
    <Button
      ref={button}
      variant="default"
      size={size}
      disabled={ending.isBusy}
      aria-label={`${label}: ${start}`}
      onClick={() => ending.end(session, () => button.current)}
    >
      {label}
    </Button>
  );
}

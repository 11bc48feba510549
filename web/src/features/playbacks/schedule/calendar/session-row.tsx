import { Button } from '@mantine/core';
import { IconCheck, IconClock, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useRef } from 'react';
import type { SessionState } from '../../../../../../contract/operations/playback-events.ts';
import { pages } from '../../../../../../contract/pages.ts';
import { dateFormat } from '../../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../../i18n/language.ts';
import type { Language } from '../../../../i18n/languages.ts';
import { Row, RowColumn, RowDetail, RowDetails, RowIcon, RowTag } from '../../../../panel/list/row.tsx';
import { pathTo } from '../../../../routing/pattern.ts';
import { Status, type Tone } from '../../../../ui/parts/status.tsx';
import type { SessionEnding } from '../../page/use-session-ending.ts';
import type { PlaybackSession } from '../model/schedule-draft.ts';

export const sessionIcons = { upcoming: IconClock, running: IconPlayerPlayFilled, finished: IconCheck };
const tones: Record<SessionState, Tone> = { upcoming: 'warning', running: 'good', finished: 'quiet' };

export const startClock = (session: PlaybackSession, language: Language): string =>
  dateFormat(language, { hour: 'numeric', minute: '2-digit' }).format(new Date(session.startDate));

/** `7:00 – 8:30 PM`, or the start alone while the end is unknown. */
function clockRange(session: PlaybackSession, language: Language): string {
  if (session.endDate === null) return startClock(session, language);
  const format = dateFormat(language, { hour: 'numeric', minute: '2-digit' });
  return format.formatRange(new Date(session.startDate), new Date(session.endDate));
}

type Props = {
  session: PlaybackSession;
  spaceId: string;
  /** The name of its event; undefined after the event was deleted. */
  eventName: string | undefined;
  ending: SessionEnding;
};

export function SessionRow({ session, spaceId, eventName, ending }: Props) {
  const text = useText('scheduleCalendar');
  const endingText = useText('sessionEnding');
  const language = useLanguage();
  const button = useRef<HTMLButtonElement>(null);
  const ofSessions = useText('playbackSessions');
  const { id, playbackId, state, frequency, isReportExpired, uniqueParticipantsCount: viewers } = session;
  const Icon = sessionIcons[state];
  const path = pathTo(pages.groupPlaybackSession, { spaceId, playbackId, sessionId: id });
  const end = state === 'upcoming' ? endingText.cancel : endingText.end;
  return (
    <Row
      lead={
        <RowIcon>
          <Icon size={18} stroke={1.6} aria-hidden />
        </RowIcon>
      }
      name={clockRange(session, language)}
      to={state === 'upcoming' || isReportExpired ? undefined : path}
      mark={isReportExpired && <RowTag about={ofSessions.expiredHint}>{ofSessions.expired}</RowTag>}
      hasWideActions
      about={
        <RowDetails>
          {eventName !== undefined && <RowDetail>{eventName}</RowDetail>}
          {frequency === 'permanent' && <RowDetail>{text.permanent}</RowDetail>}
          {state !== 'upcoming' && <RowDetail>{text.viewers(viewers)}</RowDetail>}
        </RowDetails>
      }
      meta={
        <RowColumn>
          <Status tone={tones[state]}>{text[state]}</Status>
        </RowColumn>
      }
      actions={
        state !== 'finished' && (
          <Button
            ref={button}
            variant="default"
            size="sm"
            disabled={ending.isBusy}
            aria-label={`${end}: ${startClock(session, language)}`}
            onClick={() => ending.end(session, () => button.current)}
          >
            {end}
          </Button>
        )
      }
    />
  );
}

import { IconCheck, IconClock, IconPlayerPlayFilled } from '@tabler/icons-react';
import type { SessionState } from '../../../../../../contract/operations/playback-events.ts';
import { pages } from '../../../../../../contract/pages.ts';
import { clock, dateFormat, timeOfDay } from '../../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../../i18n/language.ts';
import type { Language } from '../../../../i18n/languages.ts';
import { Row, RowColumn, RowDetails, RowIcon, Rows, RowTag } from '../../../../panel/list/row.tsx';
import { pathTo } from '../../../../routing/pattern.ts';
import { Card, Stack, Text } from '../../../../ui/layout/layout.tsx';
import { LoadFailed, RowsSkeleton, StaleNote } from '../../../../ui/page/states.tsx';
import { Status, type Tone } from '../../../../ui/parts/status.tsx';
import { SessionEndButton, type SessionEnding, useSessionEnding } from '../../page/session-ending.tsx';
import { dateOf } from '../model/month.ts';
import type { PlaybackSession } from '../model/schedule-draft.ts';
import css from './calendar.module.css';
import { useSessions } from './use-sessions.ts';

type Props = {
  spaceId: string;
  playbackId: string;
  day: string;
  version: number;
  eventNames: ReadonlyMap<string, string>;
  onChanged: () => void;
};

/** The sessions of one day, which are cancelled and ended here. */
export function DaySessions({ day, eventNames, onChanged, ...of }: Props) {
  const text = useText('scheduleCalendar');
  const language = useLanguage();
  const ending = useSessionEnding(of.spaceId, onChanged);
  const sessions = useSessions({ ...of, from: day, until: day });
  // The rows of another day would be wrong below this day's date.
  const items = sessions.value?.items.filter(({ startDate }) => isOn(day, startDate)) ?? [];
  const title = dateFormat(language, { dateStyle: 'full' }).format(dateOf(day));
  const isMissing = sessions.isBehind && items.length === 0;
  return (
    <Stack as="section" gap="sm" mt="sm" aria-label={text.sessionsOn(title)}>
      <Text as="h3" className={css.dayTitle} size="lg" weight={600}>
        {title}
      </Text>
      {ending.shown}
      {sessions.error !== undefined && !isMissing && <StaleNote of="list" onAgain={sessions.reload} />}
      <Card>
        {isMissing && sessions.error === undefined && <RowsSkeleton count={1} />}
        {isMissing && sessions.error !== undefined && <LoadFailed onAgain={sessions.reload} />}
        {!sessions.isBehind && items.length === 0 && (
          <Text p="lg" size="md" dim>
            {text.nothing}
          </Text>
        )}
        {items.length > 0 && (
          <div className={css.scroll}>
            <Rows label={text.sessionsOn(title)} isBehind={sessions.isBehind}>
              {items.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  spaceId={of.spaceId}
                  eventName={eventNames.get(session.playbackEventId)}
                  ending={ending}
                />
              ))}
            </Rows>
          </div>
        )}
      </Card>
    </Stack>
  );
}

const isOn = (day: string, startDate: string): boolean => {
  const start = new Date(startDate);
  return start >= dateOf(day) && start.toDateString() === dateOf(day).toDateString();
};

export const sessionIcons = { upcoming: IconClock, running: IconPlayerPlayFilled, finished: IconCheck };
const tones: Record<SessionState, Tone> = { upcoming: 'warning', running: 'good', finished: 'quiet' };

export const startClock = (session: PlaybackSession, language: Language): string =>
  timeOfDay(new Date(session.startDate), language);

/** `19:00–20:30`, or the start alone while the end is unknown. */
function clockRange(session: PlaybackSession, language: Language): string {
  if (session.endDate === null) return startClock(session, language);
  const format = dateFormat(language, clock);
  return format.formatRange(new Date(session.startDate), new Date(session.endDate));
}

type RowProps = {
  session: PlaybackSession;
  spaceId: string;
  /** The name of its event; undefined after the event was deleted. */
  eventName: string | undefined;
  ending: SessionEnding;
};

function SessionRow({ session, spaceId, eventName, ending }: RowProps) {
  const text = useText('scheduleCalendar');
  const language = useLanguage();
  const ofSessions = useText('playbackSessions');
  const { id, playbackId, state, frequency, isReportExpired, uniqueParticipantsCount: viewers } = session;
  const Icon = sessionIcons[state];
  const path = pathTo(pages.groupPlaybackSession, { spaceId, playbackId, sessionId: id });
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
          {eventName !== undefined && eventName}
          {frequency === 'permanent' && text.permanent}
          {state !== 'upcoming' && text.viewers(viewers)}
        </RowDetails>
      }
      meta={
        <RowColumn>
          <Status tone={tones[state]}>{text[state]}</Status>
        </RowColumn>
      }
      actions={
        state !== 'finished' && (
          <SessionEndButton
            session={session}
            ending={ending}
            start={startClock(session, language)}
            size="sm"
          />
        )
      }
    />
  );
}

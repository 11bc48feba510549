import { Button } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { calendarFile } from '../../../../contract/calendar.ts';
import { useLanguage, useText } from '../../i18n/language.ts';
import { sessionClock } from '../../models/webinar/page-clock.ts';
import type { SessionTimes } from '../../models/webinar/types.ts';
import { saveFile } from '../../ui/save-file.ts';
import { Countdown } from './countdown.tsx';
import css from './schedule.module.css';
import { startText, zoneText } from './start-times.ts';

type StartProps = {
  session: SessionTimes;
  name: string;
  /** The person has a link of their own; a calendar must not name it, because calendars are shared. */
  hasLink: boolean;
  /** More about this session, below the file for a calendar. */
  children?: ReactNode;
};

/** The countdown, the start in the viewer's time zone, and the file for a calendar. */
export function Start({ session, name, hasLink, children }: StartProps) {
  const text = useText('webinar');
  const language = useLanguage();
  const start = new Date(session.startDate);

  function save(): void {
    const { origin, pathname, host } = window.location;
    const file = calendarFile({
      uid: `${session.id}@${host}`,
      title: name,
      ...(hasLink && { description: text.calendarText }),
      url: `${origin}${pathname}`,
      startsAt: start.getTime(),
      endsAt: session.endDate === null ? undefined : Date.parse(session.endDate),
      madeAt: sessionClock.now(),
    });
    saveFile(new Blob([file], { type: 'text/calendar;charset=utf-8' }), text.calendarFile);
  }

  return (
    <div className={css.start}>
      <p className={css.label}>{text.startsIn}</p>
      <Countdown startsAt={start.getTime()} />
      <p className={css.date}>
        <time dateTime={session.startDate}>{startText(start, language)}</time>
        <span className={css.zone}>{text.zone(zoneText(start, language))}</span>
      </p>
      <Button
        variant="default"
        className={css.calendar ?? ''}
        leftSection={<IconCalendarPlus size={18} aria-hidden />}
        onClick={save}
      >
        {text.calendar}
      </Button>
      {children}
    </div>
  );
}

type OtherStartsProps = {
  sessions: readonly SessionTimes[];
  chosenId: string;
  onChoose: (sessionId: string) => void;
};

/** The next starts; the viewer waits for the chosen one. */
export function OtherStarts({ sessions, chosenId, onChoose }: OtherStartsProps) {
  const text = useText('webinar');
  const language = useLanguage();
  if (sessions.length < 2) return null;
  return (
    <section className={css.others} aria-labelledby="other-starts">
      <h2 id="other-starts" className={css.othersTitle}>
        {text.otherStarts}
      </h2>
      <ul className={css.list}>
        {sessions.map(({ id, startDate }) => {
          const date = startText(new Date(startDate), language);
          return (
            <li key={id}>
              <button
                type="button"
                className={css.other}
                aria-pressed={id === chosenId}
                aria-label={text.chooseStart(date)}
                onClick={() => onChoose(id)}
              >
                <span>{date}</span>
                {/* Screen readers know that the button is pressed. */}
                {id === chosenId && (
                  <span className={css.chosen} aria-hidden>
                    {text.chosen}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

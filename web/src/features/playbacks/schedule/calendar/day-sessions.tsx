import { dateFormat } from '../../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../../i18n/language.ts';
import { Rows } from '../../../../panel/list/row.tsx';
import { DialogError } from '../../../../ui/form/dialog.tsx';
import { useQuestion } from '../../../../ui/form/question.tsx';
import { Card } from '../../../../ui/layout/layout.tsx';
import { LoadFailed, RowsSkeleton, StaleNote } from '../../../../ui/page/states.tsx';
import { useSessionEnding } from '../../page/use-session-ending.ts';
import { dateOf } from '../model/month.ts';
import css from './calendar.module.css';
import { SessionRow } from './session-row.tsx';
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
  const { ask, asked } = useQuestion();
  const ending = useSessionEnding({ spaceId: of.spaceId, ask, onDone: onChanged });
  const sessions = useSessions({ ...of, from: day, until: day });
  // The rows of another day would be wrong below this day's date.
  const items = sessions.value?.items.filter(({ startDate }) => isOn(day, startDate)) ?? [];
  const title = dateFormat(language, { dateStyle: 'full' }).format(dateOf(day));
  const isMissing = sessions.isBehind && items.length === 0;
  return (
    <section className={css.daySessions} aria-label={text.sessionsOn(title)}>
      <h3 className={css.dayTitle}>{title}</h3>
      <DialogError>{ending.sentence}</DialogError>
      {sessions.error !== undefined && !isMissing && <StaleNote of="list" onAgain={sessions.reload} />}
      <Card>
        {isMissing && sessions.error === undefined && <RowsSkeleton count={1} />}
        {isMissing && sessions.error !== undefined && <LoadFailed onAgain={sessions.reload} />}
        {!sessions.isBehind && items.length === 0 && <p className={css.nothing}>{text.nothing}</p>}
        {items.length > 0 && (
          <div className={css.scroll}>
            {' '}
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
      {asked}
    </section>
  );
}

const isOn = (day: string, startDate: string): boolean => {
  const start = new Date(startDate);
  return start >= dateOf(day) && start.toDateString() === dateOf(day).toDateString();
};

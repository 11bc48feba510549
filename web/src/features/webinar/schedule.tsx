import type { ReactNode } from 'react';
import { useLanguage, useText } from '../../i18n/language.ts';
import { sessionClock } from '../../models/webinar/page-clock.ts';
import type { SessionTimes } from '../../models/webinar/types.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { Start } from '../../ui/start/start.tsx';
import { startText } from '../../ui/start/start-times.ts';
import css from './schedule.module.css';

const now = () => sessionClock.now();

type SessionStartProps = { session: SessionTimes; name: string; hasLink: boolean; children?: ReactNode };

/** The start of a session of a webinar. */
export function SessionStart({ session, ...props }: SessionStartProps) {
  const text = useText('webinar');
  return (
    <Start
      {...props}
      id={session.id}
      startsAt={Date.parse(session.startDate)}
      endsAt={session.endDate === null ? undefined : Date.parse(session.endDate)}
      now={now}
      text={text}
    />
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
    <Stack as="section" gap="sm" aria-labelledby="other-starts">
      <Text as="h2" id="other-starts" size="lg" weight={600}>
        {text.otherStarts}
      </Text>
      <Stack as="ul" gap="sm" className={css.list}>
        {sessions.map(({ id, startDate }) => {
          const date = startText(new Date(startDate), language);
          return (
            <li key={id}>
              <Row
                as="button"
                align="center"
                justify="between"
                gap="md"
                size="lg"
                tone="text"
                p="sm md"
                full
                tall={44}
                frame="line"
                ground="surface"
                className={css.other}
                aria-pressed={id === chosenId}
                aria-label={text.chooseStart(date)}
                onClick={() => onChoose(id)}
              >
                <span>{date}</span>
                {/* Screen readers know that the button is pressed. */}
                {id === chosenId && (
                  <Text as="span" fixed size="sm" weight={600} tone="accent" aria-hidden>
                    {text.chosen}
                  </Text>
                )}
              </Row>
            </li>
          );
        })}
      </Stack>
    </Stack>
  );
}

import { Button } from '@mantine/core';
import { IconPresentation } from '@tabler/icons-react';
import { useText } from '../../i18n/language.ts';
import type { Reminders } from '../../models/webinar/reminders.ts';
import type { Program, SessionTimes } from '../../models/webinar/types.ts';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import { VisitHead } from '../../ui/page/visit-head.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { ReminderChoice } from './reminder-choice.tsx';
import { OtherStarts, SessionStart } from './schedule.tsx';
import css from './webinar.module.css';

type Props = {
  name: string;
  program: Program;
  session: SessionTimes;
  hasLink: boolean;
  reminders: Reminders;
  onChoose: (sessionId: string) => void;
  /** The last session, as a video. */
  onReplay: () => void;
};

/** After the entry, before the start. */
export function WaitingPage({ name, program, session, hasLink, reminders, onChoose, onReplay }: Props) {
  const text = useText('webinar');
  const heading = useTitle(name);
  return (
    <Page>
      <Stack gap="xl" full className={css.waiting}>
        <div>
          <VisitHead icon={IconPresentation} kind={text.webinar} ref={heading} tabIndex={-1}>
            <bdi>{name}</bdi>
          </VisitHead>
          <Text mt="md" size="xl" dim>
            {text.soonText}
          </Text>
        </div>
        <SessionStart session={session} name={name} hasLink={hasLink}>
          <ReminderChoice reminders={reminders} session={session} />
        </SessionStart>
        {program.replay && (
          <Stack gap="sm" align="start">
            <Text>{text.replayBeforeText}</Text>
            <Button variant="default" mih={44} onClick={onReplay}>
              {text.watchReplay}
            </Button>
          </Stack>
        )}
        <OtherStarts sessions={program.next} chosenId={session.id} onChoose={onChoose} />
      </Stack>
    </Page>
  );
}

import { IconPresentation } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.ts';
import type { Program } from '../../models/webinar/types.ts';
import { Grid, Stack, Text } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import { VisitHead } from '../../ui/page/visit-head.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { SessionStart } from './schedule.tsx';
import css from './webinar.module.css';

type Props = {
  name: string;
  isModerator: boolean;
  hasLink: boolean;
  /** Undefined until it is read. */
  program: Program | undefined;
  form: ReactNode;
};

/** The entry form beside the next start. */
export function BeforeEntry({ name, isModerator, hasLink, program, form }: Props) {
  const text = useText('webinar');
  const heading = useTitle(name);
  const next = program?.running || program?.isPermanent ? undefined : program?.next[0];
  return (
    <Page>
      <Grid align="center" full className={css.entry} data-single={!next || undefined}>
        {next && <SessionStart session={next} name={name} hasLink={hasLink} />}
        <Stack shrink gap="xl" className={css.side}>
          <div>
            <VisitHead
              icon={IconPresentation}
              kind={text.webinar}
              badges={[
                program?.running && !program.isPermanent && text.running,
                isModerator && text.moderator,
              ]}
              ref={heading}
              tabIndex={-1}
            >
              <bdi>{name}</bdi>
            </VisitHead>
            <Text mt="md" size="xl" dim hidesEmpty role="status">
              {program && text[aboutOf(program)]}
            </Text>
          </div>
          {form}
        </Stack>
      </Grid>
    </Page>
  );
}

function aboutOf({ isPermanent, running, next, replay }: Program) {
  if (isPermanent) return 'permanentText';
  if (running) return 'runningText';
  if (next.length > 0) return 'joinSoonText';
  return replay ? 'replayText' : 'nothingText';
}

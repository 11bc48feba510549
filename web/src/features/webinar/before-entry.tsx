import { IconPresentation } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.ts';
import type { Program } from '../../models/webinar/types.ts';
import { Page } from '../../ui/page/page.tsx';
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
      <div className={css.entry} data-single={!next || undefined}>
        {next && <SessionStart session={next} name={name} hasLink={hasLink} />}
        <div className={css.side}>
          <div>
            <p className={css.kind}>
              <IconPresentation size={16} aria-hidden />
              {text.webinar}
              {program?.running && !program.isPermanent && <span className={css.badge}>{text.running}</span>}
              {isModerator && <span className={css.badge}>{text.moderator}</span>}
            </p>
            <h1 className={css.title} ref={heading} tabIndex={-1}>
              <bdi>{name}</bdi>
            </h1>
            <p className={css.about} role="status">
              {program && text[aboutOf(program)]}
            </p>
          </div>
          {form}
        </div>
      </div>
    </Page>
  );
}

function aboutOf({ isPermanent, running, next, replay }: Program) {
  if (isPermanent) return 'permanentText';
  if (running) return 'runningText';
  if (next.length > 0) return 'joinSoonText';
  return replay ? 'replayText' : 'nothingText';
}

import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useLanguage, useText } from '../../i18n/language.ts';
import type { Program } from '../../models/webinar/types.ts';
import { StatePage } from '../../ui/page/state-page.tsx';
import { startText } from '../../ui/start/start-times.ts';

type Props = {
  name: string;
  program: Program | undefined;
  wasWatched: boolean;
  /** The room's exit address, if it is a web address. */
  continueHref: string | undefined;
  onReplay: () => void;
  onProceed: () => void;
};

/** After the end of a session. */
export function ClosingPage({ name, program, wasWatched, continueHref, onReplay, onProceed }: Props) {
  const text = useText('webinar');
  const language = useLanguage();
  const next = program?.next[0];
  const { replay = null, running = null } = program ?? {};
  const isMain = (isFirst: boolean) => (isFirst ? 'filled' : 'default');
  return (
    <StatePage
      icon={IconCheck}
      title={text.overTitle}
      subject={name}
      actions={
        (continueHref || replay || next || running) && (
          <>
            {continueHref && (
              <Button size="md" component="a" href={continueHref}>
                {text.goOn}
              </Button>
            )}
            {replay && (
              <Button size="md" variant={isMain(!continueHref)} onClick={onReplay}>
                {text.watchReplay}
              </Button>
            )}
            {(running || next) && (
              <Button size="md" variant={isMain(!continueHref && !replay)} onClick={onProceed}>
                {running ? text.watchRunning : text.watchNext}
              </Button>
            )}
          </>
        )
      }
    >
      <p>{wasWatched ? text.overText : text.overUnseenText}</p>
      {next && !running && <p>{text.nextStart(startText(new Date(next.startDate), language))}</p>}
    </StatePage>
  );
}

import { Button } from '@mantine/core';
import { IconClockOff } from '@tabler/icons-react';
import { dateFormat } from '../../i18n/formats.ts';
import { useLanguage, useText } from '../../i18n/language.ts';
import { serverClock } from '../../kit/server-clock.ts';
import type { OpenedRoom } from '../../models/visit/open.ts';
import { signInFor } from '../../models/visit/signed-in.ts';
import { StatePage } from '../../ui/page/state-page.tsx';

type Props = {
  welcome: OpenedRoom;
  /** In ms. */
  since: number;
  /** People who were in the call may come back. */
  onReturn: () => void;
};

/** Says before the form that entry is over. */
export function ClosedPage({ welcome: { room, as }, since, onReturn }: Props) {
  const text = useText('entry');
  const language = useLanguage();
  const isToday = new Date(since).toDateString() === new Date(serverClock.now()).toDateString();
  const time = dateFormat(language, { dateStyle: isToday ? undefined : 'long', timeStyle: 'short' }).format(
    since,
  );
  return (
    <StatePage
      icon={IconClockOff}
      title={isToday ? text.closedAt(time) : text.closedOn(time)}
      subject={room.name}
      actions={
        <>
          <Button size="md" variant="default" onClick={onReturn}>
            {text.closedReturn}
          </Button>
          {as.kind === 'nobody' && (
            <Button size="md" variant="subtle" component="a" href={signInFor(room.alias)}>
              {text.signIn}
            </Button>
          )}
        </>
      }
    >
      {text.closedText}
    </StatePage>
  );
}

import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../i18n/language.ts';
import type { Texts } from '../../i18n/texts.ts';
import { browserClock } from '../../kit/clock.ts';
import { plainName } from '../../kit/plain-name.ts';
import { Replica } from '../../kit/replica.ts';
import { clientOf } from '../../models/visit/credential.ts';
import type { OpenedRoom } from '../../models/visit/open.ts';
import { Row } from '../../ui/layout/layout.tsx';
import { useWatched } from '../../ui/use-watched.ts';
import classes from './entry.module.css';

/** In ms. The entry page has no socket. */
const readEvery = 20_000;

type Presence = { count: number; names: string[] };

/** Says who is in the call already. */
export function PresenceNotice({ welcome: { room, as } }: { welcome: OpenedRoom }) {
  const text = useText('entry');
  const [people] = useState(
    () =>
      new Replica<Presence | undefined>({
        initial: undefined,
        read: () => clientOf(as).getCallPresence({ spaceId: room.spaceId, roomId: room.id }),
        repeatAfter: () => readEvery,
        clock: browserClock,
      }),
  );
  const presence = useWatched(people);
  return (
    <Row as="p" align="start" gap="sm" size="md" dim breaks className={classes.presence} role="status">
      {presence && (
        <>
          <IconUsers size={16} aria-hidden />
          {presenceText(presence, text)}
        </>
      )}
    </Row>
  );
}

function presenceText({ count, names }: Presence, text: Texts['entry']): string {
  const known = names.map((name) => plainName(name)).filter(Boolean);
  const others = count - known.length;
  if (known.length === 0) return text.presentCount(count);
  const list = known.join(', ');
  return others > 0 ? text.presentMore({ names: list, others }) : text.present(list);
}

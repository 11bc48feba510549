import { useEffect, useState } from 'react';
import { pages } from '../../../../contract/pages.ts';
import { useText } from '../../i18n/language.ts';
import { keepVisit } from '../../models/visit/address.ts';
import { clientOf } from '../../models/visit/credential.ts';
import type { OpenedRoom } from '../../models/visit/open.ts';
import { navigate } from '../../routing/navigation.ts';
import { pathTo } from '../../routing/pattern.ts';
import { Row } from '../../ui/layout/layout.tsx';
import classes from './entry.module.css';

/** A link to the recordings of calls that this person attended, if there are some. */
export function EarlierRecordings({ welcome: { room, as } }: { welcome: OpenedRoom }) {
  const text = useText('entry');
  const [hasSome, setHasSome] = useState(false);
  const { id: roomId, spaceId, lastCallAt } = room;
  useEffect(() => {
    // Nobody has attended a room without calls, and without a credential nobody is known.
    if (lastCallAt === null || as.kind === 'nobody') return;
    let isCurrent = true;
    clientOf(as)
      .listWatchableRecords({ spaceId, roomId })
      .then(
        ({ total }) => isCurrent && setHasSome(total > 0),
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [spaceId, roomId, lastCallAt, as]);
  if (!hasSome) return null;
  const to = pathTo(pages.roomRecordings, { alias: room.alias });
  return (
    <Row
      as="a"
      inline
      align="center"
      size="lg"
      tone="accent"
      className={classes.earlier}
      href={to}
      onClick={(event) => {
        event.preventDefault();
        navigate(to);
        keepVisit();
      }}
    >
      {text.earlierRecordings}
    </Row>
  );
}

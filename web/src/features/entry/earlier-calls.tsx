import { useEffect, useState } from 'react';
import { pages } from '../../../../contract/pages.ts';
import { useText } from '../../i18n/language.ts';
import { clientOf } from '../../models/visit/credential.ts';
import type { OpenedRoom } from '../../models/visit/open.ts';
import { showRoomPage } from '../../room/show-room-page.ts';
import { pathTo } from '../../routing/pattern.ts';
import { Row } from '../../ui/layout/layout.tsx';

type Props = { welcome: OpenedRoom };

/**
 * Links to what this person may see of earlier calls, if there is something: the recordings of those that they attended
 * and, for a moderator by a link, the attendance of those that they moderated.
 */
export function EarlierCalls({ welcome }: Props) {
  const text = useText('entry');
  const { alias } = welcome.room;
  const { hasRecords, hasCalls } = useEarlier(welcome);
  return (
    <>
      {hasCalls && <EarlierLink to={pathTo(pages.roomCalls, { alias })}>{text.earlierCalls}</EarlierLink>}
      {hasRecords && (
        <EarlierLink to={pathTo(pages.roomRecordings, { alias })}>{text.earlierRecordings}</EarlierLink>
      )}
    </>
  );
}

function useEarlier({ room: { id: roomId, spaceId, lastCallAt }, as, role }: OpenedRoom) {
  const [hasRecords, setHasRecords] = useState(false);
  const [hasCalls, setHasCalls] = useState(false);
  useEffect(() => {
    // Nobody has attended a room without calls, and without a credential nobody is known.
    if (lastCallAt === null || as.kind === 'nobody') return;
    let isCurrent = true;
    const client = clientOf(as);
    const note = (list: Promise<{ total: number }>, set: (hasSome: boolean) => void) =>
      list.then(
        ({ total }) => isCurrent && set(total > 0),
        () => undefined,
      );
    void note(client.listWatchableRecords({ spaceId, roomId }), setHasRecords);
    if (as.kind === 'link' && role === 'moderator')
      void note(client.listModeratedCalls({ spaceId, roomId, query: { limit: 1 } }), setHasCalls);
    return () => {
      isCurrent = false;
    };
  }, [spaceId, roomId, lastCallAt, as, role]);
  return { hasRecords, hasCalls };
}

function EarlierLink({ to, children }: { to: string; children: string }) {
  return (
    <Row
      as="a"
      inline
      align="center"
      size="lg"
      tone="accent"
      tall={44}
      href={to}
      onClick={(event) => {
        event.preventDefault();
        showRoomPage(to);
      }}
    >
      {children}
    </Row>
  );
}

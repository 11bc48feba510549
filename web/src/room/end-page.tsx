import { useEffect, useState } from 'react';
import { pages } from '../../../contract/pages.ts';
import { OutcomePage, type OutcomePageProps } from '../features/outcome/outcome-page.tsx';
import { type EndedVisit, findVisitedCall } from '../models/visit/visited-call.ts';
import { pathTo } from '../routing/pattern.ts';

type Props = OutcomePageProps & { visit: EndedVisit | undefined };

/** The page after a visit. People whose account leads the room get links to its page and to the report of the call. */
export function EndPage({ visit, ...props }: Props) {
  return <OutcomePage {...props} {...usePanelPaths(visit)} />;
}

function usePanelPaths(visit: EndedVisit | undefined) {
  const [paths, setPaths] = useState<Pick<OutcomePageProps, 'roomHref' | 'reportHref'>>({});
  useEffect(() => {
    if (!visit) return;
    let isCurrent = true;
    const { spaceId, id: roomId } = visit.room;
    void findVisitedCall(visit).then((found) => {
      if (!isCurrent || !found) return;
      const { callId } = found;
      setPaths({
        roomHref: pathTo(pages.groupRoom, { spaceId, roomId }),
        reportHref: callId && pathTo(pages.groupRoomCall, { spaceId, roomId, callId }),
      });
    });
    return () => {
      isCurrent = false;
      setPaths({});
    };
  }, [visit]);
  return paths;
}

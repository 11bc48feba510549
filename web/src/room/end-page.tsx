import { useEffect, useState } from 'react';
import { pages } from '../../../contract/pages.ts';
import { OutcomePage, type OutcomePageProps } from '../features/outcome/outcome-page.tsx';
import { type EndedVisit, findVisitedCall } from '../models/visit/visited-call.ts';
import { pathTo } from '../routing/pattern.ts';

type Props = OutcomePageProps & { visit: EndedVisit | undefined };

/** The page after a visit, with a link to the report of the call for people whose account may read it. */
export function EndPage({ visit, ...props }: Props) {
  return <OutcomePage {...props} reportHref={useReportPath(visit)} />;
}

function useReportPath(visit: EndedVisit | undefined): string | undefined {
  const [path, setPath] = useState<string>();
  useEffect(() => {
    if (!visit) return;
    let isCurrent = true;
    const { spaceId, id: roomId } = visit.room;
    void findVisitedCall(visit).then((callId) => {
      if (isCurrent && callId) setPath(pathTo(pages.groupRoomCall, { spaceId, roomId, callId }));
    });
    return () => {
      isCurrent = false;
      setPath(undefined);
    };
  }, [visit]);
  return path;
}

import { useEffect, useState } from 'react';
import { pages, pathToRoomPart } from '../../../contract/pages.ts';
import { OutcomePage, type OutcomePageProps } from '../features/outcome/outcome-page.tsx';
import { browserClock } from '../kit/clock.ts';
import { Replica } from '../kit/replica.ts';
import { serverClock } from '../kit/server-clock.ts';
import { pauseBetween, readOwnRecords } from '../models/visit/own-records.ts';
import {
  type EndedVisit,
  findVisitedCall,
  type OwnRecord,
  readLedRecords,
} from '../models/visit/visited-call.ts';
import { pathTo } from '../routing/pattern.ts';
import { useWatched } from '../ui/use-watched.ts';
import { showRoomPage } from './show-room-page.ts';

type Props = OutcomePageProps & { visit: EndedVisit | undefined };

/**
 * The page after a visit. People whose account leads the room get links to its page and to the report of the call,
 * moderators by a link one to the report.
 */
export function EndPage({ visit, ...props }: Props) {
  if (!visit) return <OutcomePage {...props} />;
  return <EndedPage {...props} visit={visit} />;
}

function EndedPage({ visit, ...props }: OutcomePageProps & { visit: EndedVisit }) {
  const [visited, setVisited] = useState<{ callId: string | undefined }>();
  useEffect(() => {
    let isCurrent = true;
    void findVisitedCall(visit).then((found) => isCurrent && setVisited(found));
    return () => {
      isCurrent = false;
    };
  }, [visit]);
  const { spaceId, id: roomId, alias } = visit.room;
  const callId = visited?.callId;
  const panelPaths = visited && {
    roomHref: pathToRoomPart({ spaceId, roomId }, 'overview'),
    report: callId ? { href: pathTo(pages.groupRoomCall, { spaceId, roomId, callId }) } : undefined,
  };
  const ownPaths = visit.moderatesByLink && {
    report: { href: pathTo(pages.roomCalls, { alias }), onShow: showRoomPage },
  };
  const record = useRecord(visit, callId);
  const watching = record && {
    isReady: record.isReady,
    href: callId
      ? pathTo(pages.groupRecording, { spaceId, roomId, recordId: record.id })
      : `${pathTo(pages.roomRecordings, { alias })}?recording=${record.id}`,
    // The page of the panel is another document, so that a frame can show it in a tab.
    ...(!callId && { onShow: showRoomPage }),
  };
  const { closesAt } = visit.room;
  const isClosed = closesAt != null && Date.parse(closesAt) <= serverClock.now();
  return <OutcomePage {...props} {...(panelPaths ?? ownPaths)} watching={watching} isClosed={isClosed} />;
}

/** The newest recording of the visited call that the person may watch; it is read until it is ready. */
function useRecord(visit: EndedVisit, callId: string | undefined): OwnRecord | undefined {
  const [reading, setReading] = useState(() => readingOf(visit, callId));
  useEffect(() => setReading(readingOf(visit, callId)), [visit, callId]);
  const records = useWatched(reading);
  return records.find(({ isReady }) => isReady) ?? records[0];
}

const readingOf = (visit: EndedVisit, callId: string | undefined): Replica<OwnRecord[]> =>
  new Replica<OwnRecord[]>({
    initial: [],
    read: () => (callId ? readLedRecords(visit, callId) : readOwnRecords(visit)),
    repeatAfter: pauseBetween,
    clock: browserClock,
  });

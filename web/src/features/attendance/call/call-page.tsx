import { IconLock, IconUserOff } from '@tabler/icons-react';
import { pages, pathToRoomPart } from '../../../../../contract/pages.ts';
import { ApiError } from '../../../api/api.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { Failed } from '../../../panel/failed.tsx';
import { setQuery } from '../../../routing/navigation.ts';
import { pathTo } from '../../../routing/pattern.ts';
import { usePageAddress } from '../../../routing/use-page-address.ts';
import { Card, Row, Stack } from '../../../ui/layout/layout.tsx';
import { PageHead } from '../../../ui/page/head.tsx';
import { EmptyState, PageSkeleton, StaleNote } from '../../../ui/page/states.tsx';
import { CopyIcon } from '../../../ui/parts/copy.tsx';
import { LinkButton } from '../../../ui/parts/link-button.tsx';
import { type CallView, readCallView, writeCallView } from '../model/call-view.ts';
import { CallHead } from './call-head.tsx';
import { ChatPart } from './chat-part.tsx';
import { PollsPart } from './polls-part.tsx';
import { RecordingsPart } from './recordings-part.tsx';
import { ReportPage } from './report-page.tsx';
import { type LoadedCall, type Place, useCall } from './use-call.ts';

/** One call: who was there, who was missing, and why (docs/decisions/0050). */
export function CallPage(place: Place) {
  const { search } = usePageAddress();
  const view = readCallView(search);
  const loaded = useCall(place, view.tried);
  if (!loaded.value) {
    if (loaded.error === undefined) return <PageSkeleton />;
    return <NotShown place={place} error={loaded.error} onAgain={loaded.reload} />;
  }
  return (
    <>
      {loaded.error !== undefined && <StaleNote of="page" onAgain={loaded.reload} />}
      {loaded.value.state === 'expired' ? (
        <ExpiredCall place={place} loaded={loaded.value} />
      ) : (
        <LedReport place={place} loaded={loaded.value} isBehind={loaded.isBehind} view={view} />
      )}
    </>
  );
}

type LedReportProps = {
  place: Place;
  loaded: Extract<LoadedCall, { state: 'report' }>;
  isBehind: boolean;
  view: CallView;
};

/** The report for an account that leads the room. */
function LedReport({ place, loaded: { around, report }, isBehind, view }: LedReportProps) {
  const text = useText('callReport');
  const api = useApi();
  const { spaceId, roomId, callId } = place;
  const about = { roomId, callId, provisional: true, ...view.tried };
  const { call, isFinal } = report;
  return (
    <ReportPage
      report={report}
      isBehind={isBehind}
      view={view}
      onView={(next) => setQuery(writeCallView(next))}
      readFile={(format, query) =>
        api.getRoomAnalyticsReport({ spaceId, query: { ...about, ...query, format } })
      }
      rulePath={pathToRoomPart({ spaceId, roomId }, 'general')}
      head={(downloads) => (
        <CallHead
          place={place}
          around={around}
          call={call}
          duration={call.duration}
          revision={isFinal ? report.revision : undefined}
          actions={
            <Row gap="sm" align="start" hide="print">
              <CopyIcon
                kind="link"
                value={`${window.location.origin}${window.location.pathname}`}
                label={text.copyPage}
              />
              {downloads}
            </Row>
          }
        />
      )}
    >
      <Stack gap="xl" mt="xl" hide="print">
        <ChatPart place={place} call={call} isRunning={!isFinal} />
        <PollsPart place={place} call={call} isRunning={!isFinal} />
        <RecordingsPart place={place} isRunning={!isFinal} />
      </Stack>
    </ReportPage>
  );
}

type NotShownProps = { place: Place; error: unknown; onAgain: () => void };

function NotShown({ place, error, onAgain }: NotShownProps) {
  const text = useText('callReport');
  if (!(error instanceof ApiError) || error.status !== 403) return <Failed error={error} onAgain={onAgain} />;
  return (
    <>
      <PageHead title={text.forbiddenTitle} />
      <EmptyState icon={IconLock} title={text.forbiddenText}>
        <LinkButton variant="default" to={pathTo(pages.group, { spaceId: place.spaceId })}>
          {text.toGroup}
        </LinkButton>
      </EmptyState>
    </>
  );
}

type ExpiredProps = { place: Place; loaded: Extract<LoadedCall, { state: 'expired' }> };

function ExpiredCall({ place, loaded: { around, call } }: ExpiredProps) {
  const text = useText('callReport');
  const { uniqueParticipantsCount, totalParticipantsCount, participantsCount } = call;
  return (
    <>
      <CallHead place={place} around={around} call={call} />
      <Card>
        <EmptyState
          icon={IconUserOff}
          title={text.expiredTitle}
          text={`${text.expiredText} ${text.expiredCounts({ people: uniqueParticipantsCount, entries: totalParticipantsCount, most: participantsCount })}`}
        />
      </Card>
    </>
  );
}

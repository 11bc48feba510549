import { useMemo, useState } from 'react';
import type { AttendanceReport } from '../../../../../contract/operations/reports.ts';
import { nameOrder } from '../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import type { TimeRange } from '../../../panel/report/curve-points.ts';
import { ReportDownloads } from '../../../panel/report/report-downloads.tsx';
import { Row, Stack } from '../../../ui/layout/layout.tsx';
import { CopyIcon } from '../../../ui/parts/copy.tsx';
import { Note } from '../../../ui/parts/note.tsx';
import { usePrinting } from '../../../ui/use-printing.ts';
import { fileNameOf } from '../model/call-texts.ts';
import { type CallView, narrowTo, sortAttendees } from '../model/call-view.ts';
import { type Attendee, attendeesOf } from '../model/person-rows.ts';
import css from './call.module.css';
import { CallHead } from './call-head.tsx';
import { ChatPart } from './chat-part.tsx';
import { OverTime } from './over-time.tsx';
import { PeoplePart } from './people-part.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { PollsPart } from './polls-part.tsx';
import { RecordingsPart } from './recordings-part.tsx';
import { RuleLine } from './rule-line.tsx';
import { Totals } from './totals.tsx';
import type { Around, Place } from './use-call.ts';

type Props = {
  place: Place;
  around: Around;
  report: AttendanceReport;
  /** The report is by another rule: the one in the address is loading. */
  isBehind: boolean;
  view: CallView;
  onView: (view: CallView) => void;
};

/** The report of a call: totals, rule, curve, presence lines, table, and what else belongs to the call. */
export function ReportPage({ place, around, report, isBehind, view, onView }: Props) {
  const text = useText('callReport');
  const isPrinting = usePrinting();
  const { call } = report;
  const attendees = useMemo(() => attendeesOf(report), [report]);
  const shown = useShown(attendees, view);
  const range = useMemo<TimeRange>(
    () => ({ start: Date.parse(call.startedAt), end: Date.parse(call.finishedAt ?? report.generatedAt) }),
    [call.startedAt, call.finishedAt, report.generatedAt],
  );
  const [openKey, setOpenKey] = useState<string>();
  const api = useApi();
  const { spaceId, roomId, callId } = place;
  const about = { roomId, callId, provisional: true, ...view.tried };
  return (
    <Stack className={css.page}>
      <CallHead
        place={place}
        around={around}
        call={call}
        duration={call.duration}
        revision={report.isFinal ? report.revision : undefined}
        actions={
          <Row gap="sm" align="start" className={css.actions}>
            <CopyIcon
              kind="link"
              value={`${window.location.origin}${window.location.pathname}`}
              label={text.copyPage}
            />
            <ReportDownloads
              read={(format, query) =>
                api.getRoomAnalyticsReport({ spaceId, query: { ...about, ...query, format } })
              }
              fileNameOf={(format) => fileNameOf(call, format)}
            />
          </Row>
        }
      />
      {!report.isFinal && (
        <Stack mb="md">
          <Note>{text.runningNote}</Note>
        </Stack>
      )}
      <Totals
        report={report}
        attendees={attendees}
        onShowMissing={() => onView({ ...view, group: 'missing', search: '' })}
      />
      <RuleLine place={place} rule={report.rule} isBehind={isBehind} view={view} onView={onView} />
      <OverTime
        people={report.participants}
        range={range}
        shown={shown}
        total={attendees.length}
        isPrinting={isPrinting}
        onOpen={setOpenKey}
      />
      <PeoplePart
        attendees={attendees}
        shown={shown}
        range={range}
        view={view}
        isPrinting={isPrinting}
        onView={onView}
        onOpen={setOpenKey}
      />
      <Stack className={css.extras}>
        <ChatPart place={place} call={report.call} isRunning={!report.isFinal} />
        <PollsPart place={place} call={report.call} isRunning={!report.isFinal} />
        <RecordingsPart place={place} isRunning={!report.isFinal} />
      </Stack>
      <PersonDialog
        attendee={attendees.find(({ key }) => key === openKey)}
        report={report}
        onClose={() => setOpenKey(undefined)}
      />
    </Stack>
  );
}

/** The people found by search and filter, in the chosen order. */
function useShown(attendees: Attendee[], { sort, isDescending, group, search }: CallView): Attendee[] {
  const language = useLanguage();
  const compareNames = nameOrder(language).compare;
  return useMemo(
    () => sortAttendees(narrowTo(attendees, { group, search }), { sort, isDescending }, compareNames),
    [attendees, sort, isDescending, group, search, compareNames],
  );
}

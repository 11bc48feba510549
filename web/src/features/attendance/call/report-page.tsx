import { type ReactNode, useMemo, useState } from 'react';
import type { AttendanceReport } from '../../../../../contract/operations/reports.ts';
import { nameOrder } from '../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import type { TimeRange } from '../../../panel/report/curve-points.ts';
import { ReportDownloads, type ReportDownloadsProps } from '../../../panel/report/report-downloads.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { Note } from '../../../ui/parts/note.tsx';
import { usePrinting } from '../../../ui/use-printing.ts';
import { fileNameOf } from '../model/call-texts.ts';
import { type CallView, narrowTo, sortAttendees } from '../model/call-view.ts';
import { type Attendee, attendeesOf } from '../model/person-rows.ts';
import css from './call.module.css';
import { OverTime } from './over-time.tsx';
import { PeoplePart } from './people-part.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { RuleLine } from './rule-line.tsx';
import { Totals } from './totals.tsx';

type Props = {
  report: AttendanceReport;
  /** The report is by another rule: the one in the address is loading. */
  isBehind: boolean;
  view: CallView;
  onView: (view: CallView) => void;
  readFile: ReportDownloadsProps['read'];
  /** The head of the page, with the downloads. */
  head: (downloads: ReactNode) => ReactNode;
  /** Where the rule of the room is set, for people who may change it. */
  rulePath?: string;
  /** Below the table: the other parts of the page. */
  children?: ReactNode;
};

/** The report of a call: totals, rule, curve, presence lines, table, and what else belongs to the call. */
export function ReportPage({ report, isBehind, view, onView, readFile, head, rulePath, children }: Props) {
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
  return (
    <Stack className={css.page}>
      {head(<ReportDownloads read={readFile} fileNameOf={(format) => fileNameOf(call, format)} />)}
      {call.isSample && (
        <Stack mb="md">
          <Note>{text.sampleNote}</Note>
        </Stack>
      )}
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
      <RuleLine settingsPath={rulePath} rule={report.rule} isBehind={isBehind} view={view} onView={onView} />
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
      {children}
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

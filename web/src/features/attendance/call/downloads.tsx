import type { AttendanceReport } from '../../../../../contract/operations/reports.ts';
import { useApi } from '../../../panel/context.ts';
import { ReportDownloads } from '../../../panel/report/report-downloads.tsx';
import { fileNameOf } from '../model/call-texts.ts';
import type { TriedRule } from '../model/call-view.ts';
import type { Place } from './use-call.ts';

type Props = { place: Place; call: AttendanceReport['call']; tried: TriedRule };

/** The report as a file, by the rule of the page. */
export function Downloads({ place: { spaceId, roomId, callId }, call, tried }: Props) {
  const api = useApi();
  const about = { roomId, callId, provisional: true, ...tried };
  return (
    <ReportDownloads
      read={(format, query) => api.getRoomAnalyticsReport({ spaceId, query: { ...about, ...query, format } })}
      fileNameOf={(format) => fileNameOf(call, format)}
    />
  );
}

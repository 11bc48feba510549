import type { AttendanceReport } from '../../../../../contract/operations/reports.ts';
import type { CallMessage } from '../../../../../contract/operations/reports-chat.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { ReportDownloads } from '../../../panel/report/report-downloads.tsx';
import { fileNameOf } from '../model/call-texts.ts';
import type { Place } from './use-call.ts';

type Props = { place: Place; call: AttendanceReport['call'] };

const formats = ['csv', 'json'] as const;
const pollFormats = ['xlsx', 'csv', 'json'] as const;
const pageSize = 1000;

/** All messages of the call as a file. */
export function ChatDownloads({ place: { spaceId, callId }, call }: Props) {
  const text = useText('callExtras');
  const api = useApi();
  async function readAll(): Promise<{ items: CallMessage[] }> {
    const items: CallMessage[] = [];
    for (;;) {
      const query = { limit: pageSize, offset: items.length, order: 'asc' } as const;
      const page = await api.listAnalyticsCallMessages({ spaceId, callId, query });
      items.push(...page.items);
      if (page.items.length < pageSize) return { items };
    }
  }
  return (
    <ReportDownloads
      formats={formats}
      label={text.downloadChat}
      read={(format, query) =>
        format === 'json'
          ? readAll()
          : api.listAnalyticsCallMessages({ spaceId, callId, query: { ...query, format } })
      }
      fileNameOf={(format) => fileNameOf({ ...call, roomName: text.chatOf(call.roomName) }, format)}
    />
  );
}

/** All answers to the polls of the call as a file. */
export function PollDownloads({ place: { spaceId, callId }, call }: Props) {
  const text = useText('callExtras');
  const api = useApi();
  return (
    <ReportDownloads
      formats={pollFormats}
      label={text.downloadPolls}
      read={(format, query) => api.listAnalyticsCallPolls({ spaceId, callId, query: { ...query, format } })}
      fileNameOf={(format) => fileNameOf({ ...call, roomName: text.pollsOf(call.roomName) }, format)}
    />
  );
}

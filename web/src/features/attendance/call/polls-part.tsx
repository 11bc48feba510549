import { IconChartBar } from '@tabler/icons-react';
import type { AttendanceReport } from '../../../../../contract/operations/reports.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { AnsweredPoll } from '../../../panel/polls/answered-poll.tsx';
import { ReportDownloads } from '../../../panel/report/report-downloads.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { fileNameOf } from '../model/call-texts.ts';
import { ExtraPart } from './extra-part.tsx';
import type { Place } from './use-call.ts';

const pace = 10_000;

type Props = { place: Place; call: AttendanceReport['call']; isRunning: boolean };

/** The polls of the call, each with who answered what. */
export function PollsPart({ place, call, isRunning }: Props) {
  const { spaceId, callId } = place;
  const text = useText('callExtras');
  const api = useApi();
  const loaded = useLoaded({
    key: ['call polls', callId],
    load: () => api.listAnalyticsCallPolls({ spaceId, callId }),
    ...(isRunning && { pace: () => pace }),
  });
  return (
    <ExtraPart
      title={text.polls}
      loaded={loaded}
      isEmpty={({ items }) => items.length === 0}
      empty={{ Icon: IconChartBar, text: text.noPolls }}
      actions={
        <ReportDownloads
          label={text.downloadPolls}
          read={(format, query) =>
            api.listAnalyticsCallPolls({ spaceId, callId, query: { ...query, format } })
          }
          fileNameOf={(format) => fileNameOf({ ...call, roomName: text.pollsOf(call.roomName) }, format)}
        />
      }
    >
      {({ items }) => (
        <Stack as="ul" aria-label={text.polls}>
          {items.map((poll) => (
            <AnsweredPoll key={poll.id} poll={poll} />
          ))}
        </Stack>
      )}
    </ExtraPart>
  );
}

import { IconChartBar } from '@tabler/icons-react';
import type { AttendanceReport } from '../../../../../contract/operations/reports.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { AnsweredPoll } from '../../../panel/polls/answered-poll.tsx';
import { PollDownloads } from './extra-downloads.tsx';
import { ExtraPart } from './extra-part.tsx';
import css from './extras.module.css';
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
      actions={<PollDownloads place={place} call={call} />}
    >
      {({ items }) => (
        <ul className={css.polls} aria-label={text.polls}>
          {items.map((poll) => (
            <AnsweredPoll key={poll.id} poll={poll} />
          ))}
        </ul>
      )}
    </ExtraPart>
  );
}

import { IconUsers, IconUsersGroup, IconVideo } from '@tabler/icons-react';
import { pages } from '../../../../../contract/pages.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { Row, RowColumn, RowDetail, RowDetails, RowIcon, RowTag } from '../../../panel/list/row.tsx';
import { pathTo } from '../../../routing/pattern.ts';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import { clockValue } from '../../../ui/times.ts';
import { callTimeText } from '../model/call-time.ts';
import { durationText, secondsBetween } from '../model/durations.ts';
import type { ListedCall } from './use-calls.ts';

/** A finished call in the list. */
export function CallRow({ call, spaceId }: { call: ListedCall; spaceId: string }) {
  const text = useText('calls');
  const language = useLanguage();
  const { id: callId, roomId, startedAt, finishedAt } = call;
  const seconds = secondsBetween(startedAt, finishedAt ?? startedAt);
  return (
    <Row
      lead={<RowIcon icon={IconVideo} />}
      name={callTimeText(call, language)}
      to={pathTo(pages.groupRoomCall, { spaceId, roomId, callId })}
      mark={
        <>
          {call.isRecorded && <RowTag>{text.recorded}</RowTag>}
          {call.isSample && <RowTag about={text.sampleHint}>{text.sample}</RowTag>}
          {call.isReportExpired && <RowTag about={text.expiredHint}>{text.expired}</RowTag>}
        </>
      }
      about={
        <RowDetails>
          <RowDetail>
            <time dateTime={clockValue(seconds)}>{durationText(seconds, language)}</time>
          </RowDetail>
          <RowDetail icon={<IconUsers aria-hidden />}>
            {text.attended(call.uniqueParticipantsCount)}
          </RowDetail>
          <RowDetail icon={<IconUsersGroup aria-hidden />}>
            {text.mostAtOnce(call.participantsCount)}
          </RowDetail>
        </RowDetails>
      }
      meta={
        <RowColumn>
          <TimeAgo at={startedAt} />
        </RowColumn>
      }
    />
  );
}

import type { ReactNode } from 'react';
import { pages, pathToRoomPart } from '../../../../../contract/pages.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { ownTimeZone } from '../../../kit/time-zone.ts';
import { RowDetail, RowDetails } from '../../../panel/list/row.tsx';
import { pathTo } from '../../../routing/pattern.ts';
import { PageHead } from '../../../ui/page/head.tsx';
import { Name } from '../../../ui/parts/name.tsx';
import { Status } from '../../../ui/parts/status.tsx';
import { clockValue } from '../../../ui/times.ts';
import { exactDurationText } from '../model/call-texts.ts';
import { callTimeText } from '../model/call-time.ts';
import type { Around, Place } from './use-call.ts';

type Facts = {
  call: { startedAt: string; finishedAt: string | null };
  /** In seconds; of a running call so far. Undefined for a call without a report. */
  duration?: number;
  /** Undefined for a call without a report. */
  revision?: number | undefined;
};

type Props = Facts & { place: Place; around: Around; actions?: ReactNode };

/** The path to the call, and what is known of it. */
export function CallHead({ place: { spaceId, roomId }, around, actions, ...facts }: Props) {
  const text = useText('callReport');
  const language = useLanguage();
  return (
    <PageHead
      title={callTimeText(facts.call, language)}
      crumbsLabel={text.where}
      crumbs={[
        { name: text.groups, to: pages.groups },
        ...(around.spaceName === undefined
          ? []
          : [{ name: plainName(around.spaceName), to: pathTo(pages.group, { spaceId }) }]),
        {
          name: plainName(around.roomName),
          to: pathToRoomPart({ spaceId, roomId }, 'calls'),
        },
      ]}
      about={<CallFacts roomName={around.roomName} {...facts} />}
      actions={actions}
    />
  );
}

/** The room, the length, the reader's zone, and whether the figures are final. */
export function CallFacts({ roomName, call, duration, revision }: Facts & { roomName: string }) {
  const text = useText('callReport');
  const language = useLanguage();
  const isRunning = call.finishedAt === null;
  return (
    <RowDetails>
      <RowDetail>
        <Name>{roomName}</Name>
      </RowDetail>
      {duration !== undefined && (
        <RowDetail>
          <time dateTime={clockValue(duration)}>{exactDurationText(duration, language)}</time>
        </RowDetail>
      )}
      {text.zone(ownTimeZone())}
      {isRunning && <Status tone="good">{text.running}</Status>}
      {!isRunning && revision !== undefined && (
        <RowDetail>{revision > 1 ? text.revised(revision) : text.final}</RowDetail>
      )}
    </RowDetails>
  );
}

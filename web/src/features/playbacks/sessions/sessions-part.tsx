import { IconBroadcast, IconUsers } from '@tabler/icons-react';
import { pages } from '../../../../../contract/pages.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { ListFilter } from '../../../panel/list/list-filter.tsx';
import { ListFrame } from '../../../panel/list/list-frame.tsx';
import { Row, RowColumn, RowDetail, RowDetails, RowIcon, RowTag } from '../../../panel/list/row.tsx';
import { useList } from '../../../panel/list/use-list.ts';
import { pathTo } from '../../../routing/pattern.ts';
import { Status } from '../../../ui/parts/status.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import { minuteTime } from '../../../ui/times.ts';
import type { PlaybackPartProps } from '../page/playback-part.ts';
import { SessionEndButton, type SessionEnding, useSessionEnding } from '../page/session-ending.tsx';
import type { PlaybackSession } from '../schedule/model/schedule-draft.ts';

const states = ['upcoming', 'running', 'finished'] as const;
type State = (typeof states)[number];

/** In milliseconds: a running session gets viewers. */
const pace = 10_000;

/** The sessions of a webinar: those that have begun, the newest first, or those to come. */
export function SessionsPart({ playback, spaceId }: PlaybackPartProps) {
  const text = useText('playbackSessions');
  const api = useApi();
  const at = { spaceId, playbackId: playback.id };
  const list = useList<PlaybackSession, State>({
    key: ['sessions', playback.id],
    filters: states,
    load: ({ limit, offset, order }, { filter }) =>
      api.getPlaybackEventSessions({
        ...at,
        query: {
          ...{ limit, offset, order },
          ...(filter ? { state: filter } : { dateTo: new Date().toISOString() }),
        },
      }),
    pace: ({ items }) => (items.some(({ state }) => state === 'running') ? pace : undefined),
  });
  const ending = useSessionEnding(spaceId, list.reload);
  return (
    <>
      {ending.shown}
      <ListFrame
        list={list}
        label={text.list}
        filters={
          <ListFilter
            list={list}
            label={text.state}
            any={text.begun}
            names={{ upcoming: text.upcoming, running: text.running, finished: text.finished }}
            values={states}
          />
        }
        empty={{ Icon: IconBroadcast, title: text.empty, text: text.emptyHint }}
        row={(session) => <SessionRow key={session.id} session={session} spaceId={spaceId} ending={ending} />}
      />
    </>
  );
}

type RowProps = {
  session: PlaybackSession;
  spaceId: string;
  ending: SessionEnding;
};

function SessionRow({ session, spaceId, ending }: RowProps) {
  const text = useText('playbackSessions');
  const language = useLanguage();
  const { id: sessionId, playbackId, state, startDate, frequency, isReportExpired } = session;
  const time = minuteTime(new Date(startDate), language);
  const isUpcoming = state === 'upcoming';
  const path = pathTo(pages.groupPlaybackSession, { spaceId, playbackId, sessionId });
  return (
    <Row
      lead={<RowIcon icon={IconBroadcast} />}
      name={frequency === 'permanent' ? text.since(time) : time}
      to={isUpcoming || isReportExpired ? undefined : path}
      mark={isReportExpired && <RowTag about={text.expiredHint}>{text.expired}</RowTag>}
      about={
        <RowDetails>
          <Status tone={state === 'running' ? 'good' : 'quiet'}>{text[state]}</Status>
          {!isUpcoming && (
            <RowDetail icon={<IconUsers aria-hidden />}>
              {text.viewers(session.uniqueParticipantsCount)}
            </RowDetail>
          )}
        </RowDetails>
      }
      meta={
        <RowColumn>
          <TimeAgo at={startDate} />
        </RowColumn>
      }
      actions={state !== 'finished' && <SessionEndButton session={session} ending={ending} start={time} />}
    />
  );
}

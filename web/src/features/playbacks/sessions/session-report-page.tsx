import { IconClock, IconUserOff } from '@tabler/icons-react';
import type { PlaybackReport } from '../../../../../contract/operations/playback-report.ts';
import { pages } from '../../../../../contract/pages.ts';
import { numberFormat } from '../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { nameOfSavedFile } from '../../../kit/file-name.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { ownTimeZone } from '../../../kit/time-zone.ts';
import { useApi } from '../../../panel/context.ts';
import { RowDetail, RowDetails } from '../../../panel/list/row.tsx';
import { Loading } from '../../../panel/loading/loading.tsx';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { AnsweredPoll } from '../../../panel/polls/answered-poll.tsx';
import { ReportDownloads } from '../../../panel/report/report-downloads.tsx';
import { ReportPart } from '../../../panel/report/report-part.tsx';
import { pathTo } from '../../../routing/pattern.ts';
import { Card, Stack } from '../../../ui/layout/layout.tsx';
import { PageHead } from '../../../ui/page/head.tsx';
import { EmptyState, LoadFailed, PageSkeleton, StaleNote } from '../../../ui/page/states.tsx';
import { LinkButton } from '../../../ui/parts/link-button.tsx';
import { Name } from '../../../ui/parts/name.tsx';
import { Note } from '../../../ui/parts/note.tsx';
import { Status } from '../../../ui/parts/status.tsx';
import { clockText, clockValue, lengthText, minuteTime } from '../../../ui/times.ts';
import { QuestionsPart } from './questions-part.tsx';
import { SessionCurve } from './session-curve.tsx';
import { SessionTotals } from './session-totals.tsx';
import css from './sessions.module.css';
import { type LoadedSession, type SessionPlace, useSessionReport } from './use-session-report.ts';
import { ViewersPart } from './viewers-part.tsx';

/** The report of one session: totals, the curve of viewers, offers, polls, and a table of people. */
export function SessionReportPage(place: SessionPlace) {
  const loaded = useSessionReport(place);
  return (
    <Loading of={loaded} placeholder={<PageSkeleton />}>
      {(value) => (
        <>
          {loaded.error !== undefined && <StaleNote of="page" onAgain={loaded.reload} />}
          <SessionHead place={place} loaded={value} />
          {typeof value.report === 'object' ? (
            <Report report={value.report} place={place} loaded={value} />
          ) : (
            <NoReport place={place} isExpired={value.report === 'report_expired'} />
          )}
        </>
      )}
    </Loading>
  );
}

type ReportProps = { report: PlaybackReport; place: SessionPlace; loaded: LoadedSession };

function Report({ report, place, loaded: { playbackName, session } }: ReportProps) {
  const text = useText('sessionReport');
  return (
    <Stack gap="xl">
      {!report.isFinal && <Note>{text.soFar}</Note>}
      <SessionTotals report={report} />
      <SessionCurve report={report} />
      {report.totals.offers.length > 0 && <SessionOffers offers={report.totals.offers} />}
      <SessionPolls spaceId={place.spaceId} channelId={session.chatChannelId} isFinal={report.isFinal} />
      <QuestionsPart {...{ place, playbackName }} startDate={session.startDate} isFinal={report.isFinal} />
      <ViewersPart report={report} />
    </Stack>
  );
}

function NoReport({ place, isExpired }: { place: SessionPlace; isExpired: boolean }) {
  const text = useText('sessionReport');
  const Icon = isExpired ? IconUserOff : IconClock;
  return (
    <Card>
      <EmptyState
        icon={Icon}
        title={isExpired ? text.expired : text.notReady}
        text={isExpired ? text.expiredText : text.notReadyText}
      >
        <LinkButton variant="default" to={pathTo(pages.groupPlaybackPart, { ...place, part: 'sessions' })}>
          {text.toSessions}
        </LinkButton>
      </EmptyState>
    </Card>
  );
}

function SessionHead({ place, loaded }: { place: SessionPlace; loaded: LoadedSession }) {
  const text = useText('sessionReport');
  const names = useText('playbackSessions');
  const page = useText('playbackPage');
  const language = useLanguage();
  const api = useApi();
  const { spaceId, playbackId, sessionId } = place;
  const { spaceName, playbackName, session, report } = loaded;
  const timezone = ownTimeZone();
  const time = minuteTime(new Date(session.startDate), language);
  const about = {
    ...{ playbackEventId: session.playbackEventId, playbackEventSessionId: sessionId },
    provisional: true,
  };
  return (
    <PageHead
      title={session.frequency === 'permanent' ? names.since(time) : time}
      crumbsLabel={page.where}
      crumbs={[
        { name: page.groups, to: pages.groups },
        { name: plainName(spaceName), to: pathTo(pages.groupPart, { spaceId, part: 'webinars' }) },
        {
          name: plainName(playbackName),
          to: pathTo(pages.groupPlaybackPart, { spaceId, playbackId, part: 'sessions' }),
        },
      ]}
      about={
        <RowDetails>
          <RowDetail>
            <Name>{playbackName}</Name>
          </RowDetail>
          {typeof report === 'object' && report.session.videoDuration !== null && (
            <RowDetail>
              <time dateTime={clockValue(report.session.videoDuration)}>
                {lengthText(report.session.videoDuration)}
              </time>
            </RowDetail>
          )}
          {text.zone(timezone)}
          {session.state === 'running' && <Status tone="good">{names.running}</Status>}
          {typeof report === 'object' && report.isFinal && (
            <RowDetail>{report.revision > 1 ? text.revised(report.revision) : text.final}</RowDetail>
          )}
        </RowDetails>
      }
      actions={
        typeof report === 'object' && (
          <ReportDownloads
            read={(format, query) =>
              api.getPlaybackSessionAnalyticsReport({ spaceId, query: { ...about, ...query, format } })
            }
            fileNameOf={(format) => nameOfSavedFile({ name: playbackName, at: session.startDate }, format)}
          />
        )
      }
    />
  );
}

function SessionOffers({ offers }: { offers: PlaybackReport['totals']['offers'] }) {
  const text = useText('sessionReport');
  const language = useLanguage();
  return (
    <ReportPart id="session-offers" title={text.offers}>
      <Card>
        <div className={css.scroller}>
          <table className={css.table} data-narrow aria-labelledby="session-offers">
            <thead>
              <tr>
                <th scope="col">{text.offer}</th>
                <th scope="col">{text.from}</th>
                <th scope="col">{text.shown}</th>
                <th scope="col">{text.clicked}</th>
              </tr>
            </thead>
            <tbody>
              {offers.map(({ id, title, at, shown, clicked }) => (
                <tr key={id}>
                  <th scope="row">
                    <bdi>{title}</bdi>
                  </th>
                  <td>{clockText(at)}</td>
                  <td>{numberFormat(language).format(shown)}</td>
                  <td>{numberFormat(language).format(clicked)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Card>
    </ReportPart>
  );
}

/** In milliseconds, while answers arrive. */
const pace = 10_000;

type Props = { spaceId: string; channelId: string; isFinal: boolean };

/** The polls of the session's timeline and of its moderators, each with who answered what. */
function SessionPolls({ spaceId, channelId, isFinal }: Props) {
  const text = useText('sessionReport');
  const api = useApi();
  const loaded = useLoaded({
    key: ['session polls', channelId],
    load: async () => (await api.listChannelPolls({ spaceId, channelId })).items,
    ...(!isFinal && { pace: () => pace }),
  });
  const { value: polls, error, reload } = loaded;
  if (error === undefined && !polls?.length) return null;
  return (
    <ReportPart id="session-polls" title={text.polls}>
      {polls && error !== undefined && <StaleNote of="list" onAgain={reload} />}
      <Card>
        {polls ? (
          <Stack as="ul" aria-labelledby="session-polls">
            {polls.map((poll) => (
              <AnsweredPoll key={poll.id} poll={poll} />
            ))}
          </Stack>
        ) : (
          <LoadFailed onAgain={reload} />
        )}
      </Card>
    </ReportPart>
  );
}

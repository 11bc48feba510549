import { Button } from '@mantine/core';
import { IconSearchOff, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import type { PlaybackReport } from '../../../../../contract/operations/playback-report.ts';
import { numberFormat } from '../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { SearchField } from '../../../panel/list/search-field.tsx';
import { ReportPart } from '../../../panel/report/report-part.tsx';
import { Card, Row, Text } from '../../../ui/layout/layout.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { clockText, clockValue } from '../../../ui/times.ts';
import { usePrinting } from '../../../ui/use-printing.ts';
import { findViewers, type SessionViewer, videoSeconds } from './model/session-view.ts';
import css from './sessions.module.css';

const rowsAtOnce = 100;

/** The people of the session and its replay. */
export function ViewersPart({ report }: { report: PlaybackReport }) {
  const text = useText('sessionReport');
  const language = useLanguage();
  const isPrinting = usePrinting();
  const [search, setSearch] = useState('');
  const [most, setMost] = useState(rowsAtOnce);
  const { participants } = report;
  const found = findViewers(participants, search);
  const shown = isPrinting ? found : found.slice(0, most);
  const count = (people: readonly unknown[]): string => numberFormat(language).format(people.length);
  const columns = [
    text.name,
    text.watched,
    text.share,
    text.parts,
    text.replayShare,
    text.offersClicked,
    text.answers,
    text.messages,
  ];
  return (
    <ReportPart
      id="session-people"
      title={text.people}
      beside={
        <Text size="sm" dim tabular role="status">
          {found.length < participants.length
            ? text.found({ shown: count(found), all: count(participants) })
            : count(participants)}
        </Text>
      }
    >
      {participants.length > 0 && (
        <Row mb="md">
          <SearchField label={text.search} value={search} onChange={setSearch} />
        </Row>
      )}
      <Card>
        {shown.length === 0 ? (
          <NoViewers isEmpty={participants.length === 0} />
        ) : (
          <div className={css.scroller}>
            <table className={css.table} aria-labelledby="session-people">
              <thead>
                <tr>
                  {columns.map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {shown.map((viewer) => (
                  <ViewerRow key={viewer.participantId} viewer={viewer} seconds={videoSeconds(report)} />
                ))}
              </tbody>
            </table>
          </div>
        )}
        {shown.length < found.length && (
          <Row p="md" justify="center">
            <Button variant="default" onClick={() => setMost(most + rowsAtOnce)}>
              {text.more}
            </Button>
          </Row>
        )}
      </Card>
    </ReportPart>
  );
}

function NoViewers({ isEmpty }: { isEmpty: boolean }) {
  const text = useText('sessionReport');
  const Icon = isEmpty ? IconUsers : IconSearchOff;
  return (
    <EmptyState
      icon={Icon}
      title={isEmpty ? text.nobody : text.nothing}
      text={isEmpty ? text.nobodyHint : text.nothingHint}
    />
  );
}

type Props = { viewer: SessionViewer; seconds: number };

function ViewerRow({ viewer, seconds }: Props) {
  const text = useText('sessionReport');
  const language = useLanguage();
  const percent = (share: number): string =>
    numberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share);
  const { name, externalUserId, watchedDuration, watchedShare, replay, offers, polls } = viewer;
  const clicked = offers.filter(({ clicks }) => clicks > 0);
  return (
    <tr>
      <th scope="row">
        <bdi>{name === null ? text.erased : plainName(name)}</bdi>
        {externalUserId && (
          <Text size="sm" dim>
            {externalUserId}
          </Text>
        )}
      </th>
      <td>
        <time dateTime={clockValue(watchedDuration)}>{clockText(watchedDuration)}</time>
      </td>
      <td>{percent(watchedShare)}</td>
      <td className={css.parts}>
        <WatchedBar viewer={viewer} seconds={seconds} />
      </td>
      <td>{replay ? percent(replay.watchedShare) : '–'}</td>
      <td>{clicked.length > 0 ? clicked.map(({ title }) => title).join(', ') : '–'}</td>
      <td>
        {polls.length === 0
          ? '–'
          : polls.map(({ question, answer }) => (
              <Text key={question}>
                {question} – {answer}
              </Text>
            ))}
      </td>
      <td>{numberFormat(language).format(viewer.chatMessagesCount)}</td>
    </tr>
  );
}

type Watched = SessionViewer['watched'];

/** The parts of the video that the person saw: above in the session, below in the replay. */
function WatchedBar({ viewer: { watched, replay }, seconds }: Props) {
  const text = useText('sessionReport');
  const inWords = (parts: Watched): string =>
    parts.map(({ from, to }) => `${clockText(from)}–${clockText(to)}`).join(', ') || text.noParts;
  const described = `${text.session}: ${inWords(watched)}${replay ? `. ${text.replay}: ${inWords(replay.watched)}` : ''}`;
  const bars = (parts: Watched, isReplay: boolean) =>
    parts.map(({ from, to }) => (
      <rect
        key={`${from} ${isReplay}`}
        data-replay={isReplay || undefined}
        x={(from / seconds) * 100}
        width={((to - from) / seconds) * 100}
        y={isReplay ? 9 : 0}
        height={isReplay ? 5 : 8}
      />
    ));
  return (
    <svg
      className={css.bar}
      viewBox="0 0 100 14"
      preserveAspectRatio="none"
      role="img"
      aria-label={described}
    >
      <title>{described}</title>
      {bars(watched, false)}
      {bars(replay?.watched ?? [], true)}
    </svg>
  );
}

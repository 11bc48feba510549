import { Button, type ButtonProps } from '@mantine/core';
import { IconUsers, IconVideo } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { pages } from '../../../../../contract/pages.ts';
import type { Answer } from '../../../../../contract/routes.ts';
import type { Client } from '../../../api/api.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import type { OpenedRoom } from '../../../models/visit/open.ts';
import { isGone } from '../../../panel/failed.tsx';
import { Row, RowIcon, Rows } from '../../../panel/list/row.tsx';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { navigate, setQuery } from '../../../routing/navigation.ts';
import { pathTo } from '../../../routing/pattern.ts';
import { usePageAddress } from '../../../routing/use-page-address.ts';
import { Card, Text, Title } from '../../../ui/layout/layout.tsx';
import { PageHead } from '../../../ui/page/head.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { StatePage } from '../../../ui/page/state-page.tsx';
import { LoadFailed, PageSkeleton, StaleNote } from '../../../ui/page/states.tsx';
import { CallFacts } from '../call/call-head.tsx';
import { ReportPage } from '../call/report-page.tsx';
import { callTimeText } from '../model/call-time.ts';
import { readCallView, writeCallView } from '../model/call-view.ts';
import { durationText, secondsBetween } from '../model/durations.ts';

type ModeratedCall = Answer<'listModeratedCalls'>['items'][number];

type Props = {
  room: OpenedRoom['room'];
  /** With the session of the link, or of the participant. */
  client: Client;
  /** Called after a page of ours was put into the address. */
  onMoved: () => void;
};

/** Milliseconds until the calls are read again: the one that has just ended appears soon. */
const pace = { none: 3_000, some: 60_000 };

/** The attendance of a room's calls, for their moderators by a link (docs/decisions/0190). */
export function ModeratedPage({ room, client, onMoved }: Props) {
  const { spaceId, id: roomId } = room;
  const wanted = usePageAddress().search.get('call');
  const calls = useLoaded({
    key: ['moderated calls', roomId],
    load: async () => {
      try {
        return (await client.listModeratedCalls({ spaceId, roomId, query: { limit: 100 } })).items;
      } catch (error) {
        // Another link may lead here.
        if (isGone(error)) return [];
        throw error;
      }
    },
    pace: ({ length }) => (length === 0 ? pace.none : pace.some),
  });
  if (!calls.value) {
    return (
      <Framed>{calls.error === undefined ? <PageSkeleton /> : <LoadFailed onAgain={calls.reload} />}</Framed>
    );
  }
  const shown = calls.value.find(({ id }) => id === wanted) ?? calls.value[0];
  if (!shown) return <NothingYet room={room} onMoved={onMoved} />;
  return (
    <Framed>
      <Report key={shown.id} room={room} call={shown} client={client} onMoved={onMoved} />
      <Others
        calls={calls.value.filter((call) => call !== shown)}
        onChoose={(call) => {
          setQuery({ call, show: undefined, search: undefined });
          window.scrollTo(0, 0);
          onMoved();
        }}
      />
    </Framed>
  );
}

const Framed = ({ children }: { children: ReactNode }) => (
  <Page homeHref={pages.home}>
    <Text as="div" full self="start">
      {children}
    </Text>
  </Page>
);

function Report({ room, call, client, onMoved }: Props & { call: ModeratedCall }) {
  const text = useText('callReport');
  const language = useLanguage();
  const { search } = usePageAddress();
  const view = readCallView(search);
  const place = { spaceId: room.spaceId, roomId: room.id, callId: call.id };
  const loaded = useLoaded({
    key: ['moderated report', call.id, view.tried],
    load: () => client.getModeratedCallReport({ ...place, query: view.tried }),
  });
  if (!loaded.value) {
    if (loaded.error === undefined) return <PageSkeleton />;
    return (
      <>
        <PageHead
          title={callTimeText(call, language)}
          about={<CallFacts roomName={room.name} call={call} />}
        />
        {isGone(loaded.error) ? <p>{text.expiredTitle}</p> : <LoadFailed onAgain={loaded.reload} />}
      </>
    );
  }
  const report = loaded.value;
  return (
    <>
      {loaded.error !== undefined && <StaleNote of="page" onAgain={loaded.reload} />}
      <ReportPage
        report={report}
        isBehind={loaded.isBehind}
        view={view}
        onView={(next) => {
          setQuery(writeCallView(next));
          onMoved();
        }}
        readFile={(format, file) =>
          client.getModeratedCallReport({ ...place, query: { ...view.tried, ...file, format } })
        }
        head={(downloads) => (
          <PageHead
            title={callTimeText(report.call, language)}
            about={
              <CallFacts
                roomName={room.name}
                call={report.call}
                duration={report.call.duration}
                revision={report.revision}
              />
            }
            actions={
              <>
                <WatchButton room={room} callId={call.id} client={client} onMoved={onMoved} />
                {downloads}
              </>
            }
          />
        )}
      />
    </>
  );
}

/** Milliseconds until recordings that are not ready are read again. */
const soon = 5_000;

/** Leads to the recording of the call, if there is one. */
function WatchButton({ room, callId, client, onMoved }: Props & { callId: string }) {
  const text = useText('moderatedCalls');
  const { spaceId, id: roomId, alias } = room;
  const records = useLoaded({
    key: ['moderated records', callId],
    load: async () => {
      const { items } = await client.listWatchableRecords({ spaceId, roomId, query: { limit: 100 } });
      return items.filter((record) => record.callId === callId);
    },
    pace: (found) => (found.some(({ state }) => state !== 'finished') ? soon : undefined),
  });
  const [record] = records.value ?? [];
  if (!record) return null;
  const to = `${pathTo(pages.roomRecordings, { alias })}?recording=${record.id}`;
  return (
    <PageButton to={to} onMoved={onMoved}>
      {text.watch}
    </PageButton>
  );
}

type PageButtonProps = ButtonProps & { to: string; onMoved: () => void; children: ReactNode };

/** Leads to another page of the room. */
const PageButton = ({ to, onMoved, ...rest }: PageButtonProps) => (
  <Button
    {...rest}
    component="a"
    href={to}
    onClick={(event) => {
      event.preventDefault();
      navigate(to);
      onMoved();
    }}
  />
);

type OthersProps = { calls: ModeratedCall[]; onChoose: (callId: string) => void };

function Others({ calls, onChoose }: OthersProps) {
  const text = useText('moderatedCalls');
  const language = useLanguage();
  if (calls.length === 0) return null;
  return (
    <>
      <Title mt="lg" mb="sm">
        {text.more}
      </Title>
      <Card>
        <Rows label={text.more} isBehind={false}>
          {calls.map((call) => (
            <Row
              key={call.id}
              lead={<RowIcon icon={IconVideo} />}
              name={callTimeText(call, language)}
              onOpen={() => onChoose(call.id)}
              about={durationText(
                secondsBetween(call.startedAt, call.finishedAt ?? call.startedAt),
                language,
              )}
            />
          ))}
        </Rows>
      </Card>
    </>
  );
}

function NothingYet({ room, onMoved }: Pick<Props, 'room' | 'onMoved'>) {
  const text = useText('moderatedCalls');
  const to = pathTo(pages.room, { alias: room.alias });
  return (
    <StatePage
      icon={IconUsers}
      title={text.nothingTitle}
      subject={room.name}
      homeHref={pages.home}
      actions={
        <PageButton size="md" variant="default" to={to} onMoved={onMoved}>
          {text.toRoom}
        </PageButton>
      }
    >
      <p>{text.nothingText}</p>
    </StatePage>
  );
}

import { Button } from '@mantine/core';
import { IconMovie } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { pages } from '../../../../contract/pages.ts';
import type { Answer } from '../../../../contract/routes.ts';
import { type Client, isAway } from '../../api/api.ts';
import { useLanguage, useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import type { OpenedRoom } from '../../models/visit/open.ts';
import { signInFor } from '../../models/visit/signed-in.ts';
import { useLoaded } from '../../panel/loading/use-loaded.ts';
import { Player } from '../../panel/player/player.tsx';
import { setQuery } from '../../routing/navigation.ts';
import { pathTo } from '../../routing/pattern.ts';
import { usePageAddress } from '../../routing/use-page-address.ts';
import { PageTitle, Row, Stack, Text, Title } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import { StatePage } from '../../ui/page/state-page.tsx';
import { LoadFailed, RowsSkeleton } from '../../ui/page/states.tsx';
import { clockValue, lengthText, minuteTime } from '../../ui/times.ts';
import css from './watching.module.css';

type OwnRecord = Answer<'listWatchableRecords'>['items'][number];

type Props = {
  room: OpenedRoom['room'];
  /** With the credential of a person who attended; undefined if the page has none. */
  client: Client | undefined;
  /** Called after a page of ours was put into the address. */
  onMoved: () => void;
};

const pace = { unfinished: 5_000, finished: 60_000 };

/** The recordings of a room, for people who attended its calls. */
export function WatchingPage({ room, client, onMoved }: Props) {
  const { spaceId, id: roomId } = room;
  const wanted = usePageAddress().search.get('recording');
  const loaded = useLoaded({
    key: ['watchable', roomId],
    load: async () => (client ? (await client.listWatchableRecords({ spaceId, roomId })).items : []),
    pace: (records) => {
      if (!client) return undefined;
      return records.some(({ state }) => state !== 'finished') ? pace.unfinished : pace.finished;
    },
  });
  const records = loaded.value;
  const shown = records?.find(({ id }) => id === wanted) ?? records?.[0];
  if (client && !records && loaded.error !== undefined && isAway(loaded.error)) {
    return (
      <Page homeHref={pages.home}>
        <LoadFailed onAgain={loaded.reload} />
      </Page>
    );
  }
  if (client && !records && loaded.error === undefined) {
    return (
      <Page homeHref={pages.home}>
        <RowsSkeleton />
      </Page>
    );
  }
  if (!client || !records || !shown) return <NothingToWatch room={room} isKnown={client !== undefined} />;

  function choose(id: string): void {
    setQuery({ recording: id }, { replace: true });
    onMoved();
  }

  return (
    <Page homeHref={pages.home}>
      <div className={css.page}>
        <Shown key={shown.id} record={shown} place={{ spaceId, roomId }} client={client} />
        <Others records={records.filter((record) => record !== shown)} onChoose={choose} />
      </div>
    </Page>
  );
}

type ShownProps = { record: OwnRecord; place: { spaceId: string; roomId: string }; client: Client };

function Shown({ record, place, client }: ShownProps) {
  const text = useText('watching');
  const { id, state, posterUrl, duration } = record;
  const name = plainName(record.name);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${name} · Lectern`;
    heading.current?.focus();
  }, [name]);
  const loadAddress = async () => {
    const { items } = await client.listWatchableRecords(place);
    const { videoUrl, expiresAt } = items.find((item) => item.id === id) ?? {};
    if (!videoUrl || !expiresAt) throw new Error('the recording cannot be watched any more');
    return { videoUrl, expiresAt };
  };
  return (
    <>
      <PageTitle mb="xs" ref={heading} tabIndex={-1}>
        {name}
      </PageTitle>
      <Facts record={record} className={css.facts} />
      {state === 'finished' ? (
        <Player played={{ key: ['watched', id], loadAddress, posterUrl, duration }} />
      ) : (
        <p className={css.coming} role="status">
          {state === 'recording' ? text.running : text.coming}
        </p>
      )}
    </>
  );
}

function Facts({ record, className }: { record: OwnRecord; className: string | undefined }) {
  const text = useText('watching');
  const language = useLanguage();
  const { state, startedAt, createdAt, duration } = record;
  const at = startedAt ?? createdAt;
  return (
    <span className={className}>
      <time dateTime={at}>{minuteTime(new Date(at), language)}</time>{' '}
      {duration !== null && <time dateTime={clockValue(duration)}>{lengthText(duration)}</time>}
      {state !== 'finished' && text.unfinished}
    </span>
  );
}

function Others({ records, onChoose }: { records: OwnRecord[]; onChoose: (id: string) => void }) {
  const text = useText('watching');
  if (records.length === 0) return null;
  return (
    <>
      <Title mt="xl" mb="sm">
        {text.more}
      </Title>
      <Stack as="ul">
        {records.map((record) => (
          <li key={record.id}>
            <Row
              as="button"
              wrap
              align="baseline"
              justify="between"
              gap="0 lg"
              p="md sm"
              full
              tall={52}
              rule="top"
              hover="fill"
              onClick={() => onChoose(record.id)}
            >
              <Text as="span" shrink weight={500} breaks>
                {plainName(record.name)}
              </Text>
              <Facts record={record} className={css.itemFacts} />
            </Row>
          </li>
        ))}
      </Stack>
    </>
  );
}

/** Says who can watch, and where to come in. */
function NothingToWatch({ room, isKnown }: { room: OpenedRoom['room']; isKnown: boolean }) {
  const text = useText('watching');
  return (
    <StatePage
      icon={IconMovie}
      title={text.nothingTitle}
      subject={room.name}
      homeHref={pages.home}
      actions={
        <>
          {!isKnown && (
            <Button size="md" component="a" href={signInFor(room.alias)}>
              {text.signIn}
            </Button>
          )}
          <Button size="md" variant="default" component="a" href={pathTo(pages.room, { alias: room.alias })}>
            {text.toRoom}
          </Button>
        </>
      }
    >
      <p>{isKnown ? text.nothingText : text.unknownText}</p>
    </StatePage>
  );
}

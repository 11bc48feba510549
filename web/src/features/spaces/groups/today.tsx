import { Button } from '@mantine/core';
import { IconMovie } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { pages } from '../../../../../contract/pages.ts';
import type { Answer } from '../../../../../contract/routes.ts';
import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { useApi } from '../../../panel/context.ts';
import { Row, RowIcon, Rows } from '../../../panel/list/row.tsx';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { leadsRoom, rightsIn } from '../../../panel/rights.ts';
import { roomPathOf } from '../../../panel/rooms/room-path.ts';
import { pathTo } from '../../../routing/pattern.ts';
import { Card, Text } from '../../../ui/layout/layout.tsx';
import { Name } from '../../../ui/parts/name.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import type { Space } from '../model/types.ts';
import { KindIcon } from '../rooms/room-kind.tsx';
import { StateOfRoom } from '../rooms/room-row.tsx';

type CurrentRoom = Answer<'listCurrentRooms'>['items'][number];
type SpaceRecord = Answer<'listSpaceRecords'>['items'][number];

/** Time in ms after which it is read again: calls begin and end. */
const pace = 20_000;
/** The most groups whose recordings are read, and the most recordings that are shown. */
const mostGroups = 10;
const mostRecords = 3;

async function readToday(api: ReturnType<typeof useApi>, groups: readonly Space[]) {
  const led = groups.filter((group) => rightsIn(group).leads).slice(0, mostGroups);
  // The newest ones may have failed.
  const query = { limit: 2 * mostRecords, offset: 0, order: 'desc' } as const;
  const [current, ...lists] = await Promise.all([
    api.listCurrentRooms(),
    ...led.map(({ id: spaceId }) => api.listSpaceRecords({ spaceId, query })),
  ]);
  const records = lists
    .flatMap(({ items }) => items)
    .filter(({ state }) => state !== 'aborted' && state !== 'failed')
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt));
  return { rooms: current.items, records: records.slice(0, mostRecords) };
}

/** Rooms of all groups with a call or an opening soon, and the newest recordings, above the list; nothing without any. */
export function Today({ groups }: { groups: readonly Space[] }) {
  const text = useText('today');
  const api = useApi();
  const { value } = useLoaded({
    key: ['today', ...groups.map(({ id }) => id)],
    load: () => readToday(api, groups),
    pace: () => pace,
  });
  if (!value) return null;
  const { rooms, records } = value;
  return (
    <>
      {rooms.length > 0 && (
        <Part title={text.rooms}>
          {rooms.map((current) => (
            <RoomNow key={current.room.id} {...current} />
          ))}
        </Part>
      )}
      {records.length > 0 && (
        <Part title={text.recordings}>
          {records.map((record) => (
            <NewRecord key={record.id} record={record} />
          ))}
        </Part>
      )}
      {rooms.length + records.length > 0 && <Title>{text.groups}</Title>}
    </>
  );
}

const Title = ({ id, children }: { id?: string; children: string }) => (
  <Text id={id} as="h2" size="lg" weight={600} mt="lg" mb="sm">
    {children}
  </Text>
);

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      <Card>
        <Rows label={title} isBehind={false}>
          {children}
        </Rows>
      </Card>
    </section>
  );
}

function RoomNow({ room, spaceName }: CurrentRoom) {
  const text = useText('rooms');
  const { spaceId, id: roomId } = room;
  return (
    <Row
      lead={
        <RowIcon>
          <KindIcon type={room.type} />
        </RowIcon>
      }
      name={room.name}
      to={leadsRoom(room) ? pathTo(pages.groupRoom, { spaceId, roomId }) : undefined}
      about={<Name>{spaceName}</Name>}
      meta={<StateOfRoom room={room} />}
      actions={
        <Button
          component="a"
          href={roomPathOf(room)}
          variant="default"
          size="sm"
          radius="md"
          aria-label={text.enterRoom(plainName(room.name))}
        >
          {text.enter}
        </Button>
      }
    />
  );
}

function NewRecord({ record }: { record: SpaceRecord }) {
  const { spaceId, roomId, id: recordId, name, roomName, createdAt } = record;
  return (
    <Row
      lead={
        <RowIcon>
          <IconMovie size={20} stroke={1.6} aria-hidden />
        </RowIcon>
      }
      name={name}
      to={pathTo(pages.groupRecording, { spaceId, roomId, recordId })}
      about={<Name>{roomName}</Name>}
      meta={<TimeAgo at={createdAt} />}
    />
  );
}

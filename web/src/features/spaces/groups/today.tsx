import { IconMovie } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { pages } from '../../../../../contract/pages.ts';
import type { Answer } from '../../../../../contract/routes.ts';
import { useText } from '../../../i18n/language.ts';
import { isWithoutVideo } from '../../../models/recording/without-video.ts';
import { useApi } from '../../../panel/context.ts';
import { Row, RowIcon, Rows } from '../../../panel/list/row.tsx';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { rightsIn } from '../../../panel/rights.ts';
import { pathTo } from '../../../routing/pattern.ts';
import { Card, Text } from '../../../ui/layout/layout.tsx';
import { Name } from '../../../ui/parts/name.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import type { Space } from '../model/types.ts';
import { EnterButton, RoomLine } from '../rooms/room-line.tsx';

type SpaceRecord = Answer<'listSpaceRecords'>['items'][number];

/** Time in ms after which the rooms are read again: calls begin and end. */
const pace = 20_000;
/** The most groups whose recordings are read, and the most recordings that are shown. */
const mostGroups = 10;
const mostRecords = 3;

async function readNewestRecords(api: ReturnType<typeof useApi>, groups: readonly Space[]) {
  const led = groups.filter((group) => rightsIn(group).leads).slice(0, mostGroups);
  // The newest ones may have failed.
  const query = { limit: 2 * mostRecords, offset: 0, order: 'desc' } as const;
  const lists = await Promise.all(led.map(({ id: spaceId }) => api.listSpaceRecords({ spaceId, query })));
  return lists
    .flatMap(({ items }) => items)
    .filter((record) => !isWithoutVideo(record))
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt))
    .slice(0, mostRecords);
}

/** Above the list of groups: their rooms with a call or an opening soon, and their newest recordings. */
export function Today({ groups }: { groups: readonly Space[] }) {
  const text = useText('today');
  const api = useApi();
  const { value: rooms = [] } = useLoaded({
    key: ['current rooms'],
    load: async () => (await api.listCurrentRooms()).items,
    pace: () => pace,
  });
  const { value: records = [] } = useLoaded({
    key: ['newest records', ...groups.map(({ id }) => id)],
    load: () => readNewestRecords(api, groups),
  });
  return (
    <>
      {rooms.length > 0 && (
        <Part title={text.rooms}>
          {rooms.map(({ room, spaceName }) => (
            <RoomLine
              key={room.id}
              room={room}
              about={<Name>{spaceName}</Name>}
              actions={<EnterButton room={room} />}
            />
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

function NewRecord({ record }: { record: SpaceRecord }) {
  const { spaceId, roomId, id: recordId, name, roomName, createdAt } = record;
  return (
    <Row
      lead={<RowIcon icon={IconMovie} />}
      name={name}
      to={pathTo(pages.groupRecording, { spaceId, roomId, recordId })}
      about={<Name>{roomName}</Name>}
      meta={<TimeAgo at={createdAt} />}
    />
  );
}

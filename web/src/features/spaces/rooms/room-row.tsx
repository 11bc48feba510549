import { Button, Menu } from '@mantine/core';
import {
  IconHourglass,
  IconLink,
  IconLock,
  IconMovie,
  IconSettings,
  IconTrash,
  IconWorld,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { ShareRoom } from '../../../panel/links/share-room.tsx';
import { Row, RowDetail, RowDetails, RowIcon } from '../../../panel/list/row.tsx';
import { RowMenu } from '../../../panel/list/row-menu.tsx';
import { leadsRoom, mayDeleteRoom } from '../../../panel/rights.ts';
import { roomPathOf } from '../../../panel/rooms/room-path.ts';
import { Link } from '../../../routing/link.tsx';
import { pathTo } from '../../../routing/pattern.ts';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import type { Room, Space } from '../model/types.ts';
import { KindIcon } from './room-kind.tsx';
import type { RemoveRoom } from './use-room-removal.ts';

type Props = { room: Room; space: Space; onRemove: RemoveRoom };

export function RoomRow({ room, space, onRemove }: Props) {
  const text = useText('rooms');
  const place = { spaceId: space.id, roomId: room.id };
  const leads = leadsRoom(room);
  const name = plainName(room.name);
  return (
    <Row
      lead={
        <RowIcon>
          <KindIcon type={room.type} />
        </RowIcon>
      }
      name={room.name}
      to={leads ? pathTo(pages.groupRoom, place) : undefined}
      about={<RoomFacts room={room} />}
      meta={
        <span>
          {room.lastCallAt ? (
            <>
              {text.lastCall} <TimeAgo at={room.lastCallAt} />
            </>
          ) : (
            text.neverCalled
          )}
        </span>
      }
      hasWideActions
      actions={
        <>
          <ShareRoom room={room} leads={leads} />
          <Button
            component="a"
            href={roomPathOf(room)}
            variant="default"
            size="sm"
            radius="md"
            aria-label={text.enterRoom(name)}
          >
            {text.enter}
          </Button>
          {leads && <RoomMenu room={room} space={space} onRemove={onRemove} />}
        </>
      }
    />
  );
}

export function RoomFacts({ room }: { room: Room }) {
  const text = useText('rooms');
  const EntryIcon = room.isPublic ? IconWorld : IconLock;
  return (
    <RowDetails>
      <RowDetail>{text[room.type]}</RowDetail>
      <RowDetail icon={<EntryIcon aria-hidden />}>{room.isPublic ? text.public : text.private}</RowDetail>
      {room.waitingRoomAudience !== 'nobody' && (
        <RowDetail icon={<IconHourglass aria-hidden />}>{text.waiting}</RowDetail>
      )}
    </RowDetails>
  );
}

function RoomMenu({ room, space, onRemove }: Props) {
  const text = useText('rooms');
  const opener = useRef<HTMLButtonElement>(null);
  const place = { spaceId: space.id, roomId: room.id };
  return (
    <RowMenu ref={opener} name={room.name}>
      <Menu.Item
        component={Link}
        to={pathTo(pages.groupRoom, place)}
        leftSection={<IconSettings size={18} aria-hidden />}
      >
        {text.settings}
      </Menu.Item>
      <Menu.Item
        component={Link}
        to={pathTo(pages.groupRoomPart, { ...place, part: 'links' })}
        leftSection={<IconLink size={18} aria-hidden />}
      >
        {text.links}
      </Menu.Item>
      <Menu.Item
        component={Link}
        to={pathTo(pages.groupRoomPart, { ...place, part: 'recordings' })}
        leftSection={<IconMovie size={18} aria-hidden />}
      >
        {text.recordings}
      </Menu.Item>
      {mayDeleteRoom(room, space) && (
        <Menu.Item
          color="var(--danger-text)"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={() => onRemove(room, () => opener.current)}
        >
          {text.remove}
        </Menu.Item>
      )}
    </RowMenu>
  );
}

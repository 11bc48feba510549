import { Button } from '@mantine/core';
import {
  IconHourglass,
  IconLink,
  IconLock,
  IconMovie,
  IconSettings,
  IconTrash,
  IconWorld,
} from '@tabler/icons-react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { ShareRoom } from '../../../panel/links/share-room.tsx';
import { Row, RowDetail, RowDetails, RowIcon } from '../../../panel/list/row.tsx';
import { RowMenu, RowMenuItem } from '../../../panel/list/row-menu.tsx';
import type { Remove } from '../../../panel/place-settings/use-removal.ts';
import { leadsRoom, mayDeleteRoom } from '../../../panel/rights.ts';
import { roomPathOf } from '../../../panel/rooms/room-path.ts';
import { pathTo } from '../../../routing/pattern.ts';
import { Status } from '../../../ui/parts/status.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { stateOfRoom } from '../model/room-state.ts';
import type { Room, Space } from '../model/types.ts';
import { KindIcon } from './room-kind.tsx';

type Props = { room: Room; space: Space; onRemove: Remove };

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
      meta={<StateOfRoom room={room} />}
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

/** The running call, else when people can get in, else the last call. */
export function StateOfRoom({ room }: { room: Room }) {
  const text = useText('rooms');
  const state = stateOfRoom(room, useNow(30_000));
  if (state === 'live') return <Status tone="good">{text.live}</Status>;
  if (state === 'closed') return <span>{text.closed}</span>;
  const { opensAt, lastCallAt } = room;
  if (state === 'opens' && opensAt !== null) {
    return (
      <span>
        {text.opens} <TimeAgo at={opensAt} />
      </span>
    );
  }
  return (
    <span>
      {lastCallAt ? (
        <>
          {text.lastCall} <TimeAgo at={lastCallAt} />
        </>
      ) : (
        text.neverCalled
      )}
    </span>
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
  const place = { spaceId: space.id, roomId: room.id };
  const to = (part: string): string => pathTo(pages.groupRoomPart, { ...place, part });
  return (
    <RowMenu name={room.name}>
      <RowMenuItem icon={IconSettings} to={to('general')}>
        {text.settings}
      </RowMenuItem>
      <RowMenuItem icon={IconLink} to={to('links')}>
        {text.links}
      </RowMenuItem>
      <RowMenuItem icon={IconMovie} to={to('recordings')}>
        {text.recordings}
      </RowMenuItem>
      {mayDeleteRoom(room, space) && (
        <RowMenuItem icon={IconTrash} isDanger onClick={(returnTo) => onRemove(room, returnTo)}>
          {text.remove}
        </RowMenuItem>
      )}
    </RowMenu>
  );
}

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { pathToRoomPart } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { Row, RowIcon } from '../../../panel/list/row.tsx';
import { leadsRoom } from '../../../panel/rights.ts';
import { roomPathOf } from '../../../panel/rooms/room-path.ts';
import { Status } from '../../../ui/parts/status.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { stateOfRoom } from '../model/room-state.ts';
import type { Room } from '../model/types.ts';
import { KindIcon } from './room-kind.tsx';

type Props = { room: Room; about: ReactNode; actions: ReactNode; hasWideActions?: boolean };

/** A room in a list, with its state; it leads moderators to the page of the room. */
export function RoomLine({ room, ...rest }: Props) {
  const { spaceId, id: roomId } = room;
  return (
    <Row
      {...rest}
      lead={
        <RowIcon>
          <KindIcon type={room.type} />
        </RowIcon>
      }
      name={room.name}
      to={leadsRoom(room) ? pathToRoomPart({ spaceId, roomId }, 'overview') : undefined}
      meta={<StateOfRoom room={room} />}
    />
  );
}

export function EnterButton({ room }: { room: Room }) {
  const text = useText('rooms');
  return (
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
  );
}

/** The running call, else when people can get in, else the last call. */
function StateOfRoom({ room }: { room: Room }) {
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

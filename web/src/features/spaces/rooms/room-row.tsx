import {
  IconHourglass,
  IconLink,
  IconLock,
  IconMovie,
  IconSettings,
  IconTrash,
  IconWorld,
} from '@tabler/icons-react';
import { pathToRoomPart, type RoomPart } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { ShareRoom } from '../../../panel/links/share-room.tsx';
import { RowDetail, RowDetails, RowTag } from '../../../panel/list/row.tsx';
import { RowMenu, RowMenuItem } from '../../../panel/list/row-menu.tsx';
import type { Remove } from '../../../panel/place-settings/use-removal.ts';
import { leadsRoom, mayDeleteRoom } from '../../../panel/rights.ts';
import type { Room, Space } from '../model/types.ts';
import { EnterButton, RoomLine } from './room-line.tsx';

type Props = { room: Room; space: Space; onRemove: Remove };

/** A room in the list of its group, with all that the reader may do with it. */
export function RoomRow({ room, space, onRemove }: Props) {
  const leads = leadsRoom(room);
  return (
    <RoomLine
      room={room}
      about={<RoomFacts room={room} />}
      hasWideActions
      actions={
        <>
          <ShareRoom room={room} leads={leads} />
          <EnterButton room={room} />
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
      {text[room.type]}
      <RowDetail icon={<EntryIcon aria-hidden />}>{room.isPublic ? text.public : text.private}</RowDetail>
      {room.waitingRoomAudience !== 'nobody' && (
        <RowDetail icon={<IconHourglass aria-hidden />}>{text.waiting}</RowDetail>
      )}
      {room.bigBlueButtonMeetingId !== null && (
        <RowTag about={text.ofProgram(room.bigBlueButtonMeetingId)}>{text.program}</RowTag>
      )}
    </RowDetails>
  );
}

function RoomMenu({ room, space, onRemove }: Props) {
  const text = useText('rooms');
  const place = { spaceId: space.id, roomId: room.id };
  const to = (part: RoomPart): string => pathToRoomPart(place, part);
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

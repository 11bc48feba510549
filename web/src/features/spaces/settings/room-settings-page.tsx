import { Button } from '@mantine/core';
import { pages, pathToRoomPart, roomParts, roomSettingsParts } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { useApi } from '../../../panel/context.ts';
import { EntryFormSettings } from '../../../panel/entry-form/entry-form-settings.tsx';
import { LinksPart } from '../../../panel/links/links-part.tsx';
import { Loading } from '../../../panel/loading/loading.tsx';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { NowherePage } from '../../../panel/nowhere-page.tsx';
import { PlacePage } from '../../../panel/place-settings/place-page.tsx';
import { leadsRoom } from '../../../panel/rights.ts';
import type { RoomHistory } from '../../../panel/room-history.ts';
import { roomPathOf } from '../../../panel/rooms/room-path.ts';
import { pathTo } from '../../../routing/pattern.ts';
import { PageSkeleton } from '../../../ui/page/states.tsx';
import type { Room, Space } from '../model/types.ts';
import { RoomPollsPart } from '../polls/room-polls-part.tsx';
import { RoomFacts } from '../rooms/room-row.tsx';
import { GeneralPart } from './general-part.tsx';
import { OverviewPart } from './overview-part.tsx';
import { PermissionsPart } from './permissions-part.tsx';
import { RoomPeoplePart } from './room-people-part.tsx';
import { useRoomDraft } from './use-room-draft.ts';

type PageProps = { spaceId: string; roomId: string; part: string; history: RoomHistory };

/** The history of a room and all its settings, for its moderators. */
export function RoomSettingsPage({ spaceId, roomId, ...props }: PageProps) {
  const api = useApi();
  const loaded = useLoaded({
    key: ['room and space', roomId],
    load: async () => {
      const [room, space] = await Promise.all([api.getRoom({ spaceId, roomId }), api.getSpace({ spaceId })]);
      return { room, space };
    },
  });
  return (
    <Loading of={loaded} placeholder={<PageSkeleton />}>
      {({ room, space }) => (
        <Settings
          {...props}
          room={room}
          space={space}
          onSaved={(saved) => loaded.set({ room: saved, space })}
        />
      )}
    </Loading>
  );
}

type Props = Pick<PageProps, 'part' | 'history'> & {
  room: Room;
  space: Space;
  onSaved: (room: Room) => void;
};

function Settings({ room, space, part: wanted, history, onSaved }: Props) {
  const text = useText('roomSettings');
  const roomText = useText('rooms');
  const editing = useRoomDraft(room, onSaved);
  const part = roomParts.find((name) => name === wanted);
  if (!part || !leadsRoom(room)) return <NowherePage />;
  const place = { spaceId: space.id, roomId: room.id };
  return (
    <PlacePage
      place={room}
      group={{ name: space.name, to: pathTo(pages.group, place) }}
      text={text}
      parts={roomParts}
      part={part}
      settings={{ label: roomText.settings, parts: roomSettingsParts }}
      pathOf={(name) => pathToRoomPart(place, name)}
      about={<RoomFacts room={room} />}
      enter={
        <Button component="a" href={roomPathOf(room)} aria-label={roomText.enterRoom(plainName(room.name))}>
          {roomText.enter}
        </Button>
      }
      editing={editing}
    >
      {part === 'overview' && <OverviewPart room={room} />}
      {part === 'general' && <GeneralPart room={room} space={space} editing={editing} />}
      {part === 'entry' && <EntryFormSettings {...editing} />}
      {part === 'permissions' && <PermissionsPart editing={editing} />}
      {part === 'people' && <RoomPeoplePart room={room} space={space} />}
      {part === 'links' && <LinksPart room={room} />}
      {part === 'polls' && <RoomPollsPart room={room} />}
      {part === 'calls' && <history.Calls spaceId={space.id} room={room} />}
      {part === 'attendance' && <history.Attendance spaceId={space.id} room={room} />}
      {part === 'recordings' && <history.Recordings spaceId={space.id} room={room} />}
    </PlacePage>
  );
}

import { useEffect } from 'react';
import { pages } from '../../../../contract/pages.ts';
import { NowherePage } from '../../panel/nowhere-page.tsx';
import type { RoomHistory } from '../../panel/room-history.ts';
import { matchPath } from '../../routing/pattern.ts';
import { usePageAddress } from '../../routing/use-page-address.ts';
import { GroupPage } from './groups/group-page.tsx';
import { GroupsPage } from './groups/groups-page.tsx';
import { endLanding } from './groups/landing.ts';
import { RoomSettingsPage } from './settings/room-settings-page.tsx';

/** The pages below /groups, chosen by the path. */
export default function SpacesPages({ history }: { history: RoomHistory }) {
  const { path } = usePageAddress();
  const isList = path === pages.groups;
  useEffect(() => {
    if (!isList) endLanding();
  }, [isList]);
  if (isList) return <GroupsPage />;
  const room = matchPath(pages.groupRoom, path);
  if (room) return <RoomSettingsPage key={room.roomId} {...room} part="overview" history={history} />;
  const roomPart = matchPath(pages.groupRoomPart, path);
  if (roomPart) return <RoomSettingsPage key={roomPart.roomId} {...roomPart} history={history} />;
  const group = matchPath(pages.group, path);
  if (group) return <GroupPage key={group.spaceId} {...group} part="rooms" history={history} />;
  const groupPart = matchPath(pages.groupPart, path);
  if (groupPart) return <GroupPage key={groupPart.spaceId} {...groupPart} history={history} />;
  return <NowherePage />;
}

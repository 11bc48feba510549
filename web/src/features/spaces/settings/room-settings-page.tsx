import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { useApi } from '../../../panel/context.ts';
import { EntryFormSettings } from '../../../panel/entry-form/entry-form-settings.tsx';
import { Failed } from '../../../panel/failed.tsx';
import { LinksPart } from '../../../panel/links/links-part.tsx';
import { ShareRoom } from '../../../panel/links/share-room.tsx';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { NowherePage } from '../../../panel/nowhere-page.tsx';
import { leadsRoom } from '../../../panel/rights.ts';
import type { RoomHistory } from '../../../panel/room-history.ts';
import { roomPathOf } from '../../../panel/rooms/room-path.ts';
import { SaveBar } from '../../../panel/saving/save-bar.tsx';
import { navigate } from '../../../routing/navigation.ts';
import { matchPath, pathTo } from '../../../routing/pattern.ts';
import { PageHead, Tabs } from '../../../ui/page/head.tsx';
import { PageSkeleton } from '../../../ui/page/states.tsx';
import { sectionOf } from '../model/room-form.ts';
import type { Room, Space } from '../model/types.ts';
import { RoomPollsPart } from '../polls/room-polls-part.tsx';
import { RoomFacts } from '../rooms/room-row.tsx';
import { GeneralPart } from './general-part.tsx';
import { PermissionsPart } from './permissions-part.tsx';
import { RoomPeoplePart } from './room-people-part.tsx';
import { useRoomDraft } from './use-room-draft.ts';

const parts = [
  'general',
  'entry',
  'permissions',
  'people',
  'links',
  'polls',
  'calls',
  'attendance',
  'recordings',
] as const;
export type RoomPart = (typeof parts)[number];

type PageProps = { spaceId: string; roomId: string; part: string; history: RoomHistory };

/** All settings of a room, for its moderators. */
export function RoomSettingsPage({ spaceId, roomId, part, history }: PageProps) {
  const api = useApi();
  const loaded = useLoaded({
    key: ['room and space', roomId],
    load: async () => {
      const [room, space] = await Promise.all([api.getRoom({ spaceId, roomId }), api.getSpace({ spaceId })]);
      return { room, space };
    },
  });
  if (!loaded.value) {
    return loaded.error === undefined ? (
      <PageSkeleton />
    ) : (
      <Failed error={loaded.error} onAgain={loaded.reload} />
    );
  }
  const { room, space } = loaded.value;
  const here = parts.find((name) => name === part);
  if (!here || !leadsRoom(room)) return <NowherePage />;
  return (
    <Settings
      room={room}
      space={space}
      part={here}
      history={history}
      onSaved={(saved) => loaded.set({ room: saved, space })}
    />
  );
}

type Props = {
  room: Room;
  space: Space;
  part: RoomPart;
  history: RoomHistory;
  onSaved: (room: Room) => void;
};

function Settings({ room, space, part, history, onSaved }: Props) {
  const text = useText('roomSettings');
  const editing = useRoomDraft(room, onSaved);
  const [jump, setJump] = useState(0);
  const place = { spaceId: space.id, roomId: room.id };
  const home = pathTo(pages.groupRoom, place);
  const pathOf = (name: RoomPart): string =>
    name === 'general' ? home : pathTo(pages.groupRoomPart, { ...place, part: name });

  useEffect(() => {
    if (jump > 0) document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus();
  }, [jump]);

  async function save(): Promise<void> {
    const [first] = await editing.save();
    if (!first) return;
    const section = sectionOf(first);
    if (section !== part) navigate(pathOf(section));
    setJump((before) => before + 1);
  }

  return (
    <>
      <RoomHead room={room} space={space} part={part} />
      <Tabs
        label={text.parts}
        tabs={parts.map((name) => ({
          to: pathOf(name),
          label: text[name],
          isHere: name === part,
          mark: editing.faultKeys.some((key) => sectionOf(key) === name) ? text.hasFaults : undefined,
        }))}
      />
      {part === 'general' && <GeneralPart room={room} space={space} editing={editing} />}
      {part === 'entry' && <EntryFormSettings {...editing} />}
      {part === 'permissions' && <PermissionsPart editing={editing} />}
      {part === 'people' && <RoomPeoplePart room={room} space={space} />}
      {part === 'links' && <LinksPart room={room} />}
      {part === 'polls' && <RoomPollsPart room={room} />}
      {part === 'calls' && <history.Calls spaceId={space.id} room={room} />}
      {part === 'attendance' && <history.Attendance spaceId={space.id} room={room} />}
      {part === 'recordings' && <history.Recordings spaceId={space.id} room={room} />}
      <SaveBar
        isChanged={editing.isChanged}
        isBusy={editing.isBusy}
        trouble={editing.trouble}
        isKept={(path) => path === home || matchPath(pages.groupRoomPart, path)?.roomId === room.id}
        onSave={() => void save()}
        onDiscard={editing.discard}
      />
    </>
  );
}

function RoomHead({ room, space, part }: { room: Room; space: Space; part: string }) {
  const text = useText('roomSettings');
  const roomText = useText('rooms');
  const name = plainName(room.name);
  return (
    <PageHead
      title={room.name}
      crumbs={[
        { name: text.groups, to: pages.groups },
        { name: space.name, to: pathTo(pages.group, { spaceId: space.id }) },
      ]}
      crumbsLabel={text.where}
      about={<RoomFacts room={room} />}
      actions={
        <>
          {/* The tab of links has a button of its own. */}
          <ShareRoom room={room} leads={part !== 'links'} />
          <Button component="a" href={roomPathOf(room)} aria-label={roomText.enterRoom(name)}>
            {roomText.enter}
          </Button>
        </>
      }
    />
  );
}

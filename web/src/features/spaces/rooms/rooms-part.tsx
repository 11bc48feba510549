import { Button } from '@mantine/core';
import { IconPlus, IconVideo } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { ListFrame } from '../../../panel/list/list-frame.tsx';
import { useList } from '../../../panel/list/use-list.ts';
import { rightsIn } from '../../../panel/rights.ts';
import { useRequest } from '../../../panel/use-request.ts';
import { DialogError } from '../../../ui/form/dialog.tsx';
import { useQuestion } from '../../../ui/form/question.tsx';
import type { Room, Space } from '../model/types.ts';
import { NewRoom } from './new-room.tsx';
import { RoomRow } from './room-row.tsx';
import { useRoomRemoval } from './use-room-removal.ts';

/** The rooms of a group that the reader may see. */
export function RoomsPart({ space }: { space: Space }) {
  const text = useText('rooms');
  const api = useApi();
  const spaceId = space.id;
  const list = useList<Room>({ key: ['rooms', spaceId], load: (query) => api.listRooms({ spaceId, query }) });
  const { leads } = rightsIn(space);
  const [isMaking, setMaking] = useState(false);
  const { ask, asked } = useQuestion();
  const { act, trouble } = useRequest();
  const remove = useRoomRemoval({ act, ask, onGone: list.reload });
  const make = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setMaking(true)}>
      {text.make}
    </Button>
  );

  return (
    <>
      <DialogError>{trouble}</DialogError>
      <ListFrame
        list={list}
        label={text.rooms}
        searchLabel={text.search}
        action={leads ? make : undefined}
        empty={{
          Icon: IconVideo,
          title: leads ? text.empty : text.emptyForMember,
          text: leads ? text.emptyHint : text.emptyForMemberHint,
        }}
        row={(room) => <RoomRow key={room.id} room={room} space={space} onRemove={remove} />}
      />
      <NewRoom
        isOpen={isMaking}
        spaceId={spaceId}
        onClose={() => setMaking(false)}
        onMade={() => {
          setMaking(false);
          list.showNew();
        }}
      />
      {asked}
    </>
  );
}

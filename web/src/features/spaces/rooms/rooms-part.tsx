import { Button, Switch } from '@mantine/core';
import { IconPlus, IconVideo } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { ListFrame } from '../../../panel/list/list-frame.tsx';
import { useList } from '../../../panel/list/use-list.ts';
import { NewPlaceForm } from '../../../panel/place-settings/new-place-form.tsx';
import { useRemoval } from '../../../panel/place-settings/use-removal.ts';
import { rightsIn } from '../../../panel/rights.ts';
import { Dialog } from '../../../ui/form/dialog.tsx';
import type { Room, Space } from '../model/types.ts';
import { KindOptions } from './room-kind.tsx';
import { RoomRow } from './room-row.tsx';

/** Time in ms after which the list is read again: calls begin and end. */
const pace = 20_000;

/** The rooms of a group that the reader may see. */
export function RoomsPart({ space }: { space: Space }) {
  const text = useText('rooms');
  const api = useApi();
  const spaceId = space.id;
  const list = useList<Room>({
    key: ['rooms', spaceId],
    load: (query) => api.listRooms({ spaceId, query }),
    pace: () => pace,
  });
  const { leads } = rightsIn(space);
  const [isMaking, setMaking] = useState(false);
  const close = (): void => setMaking(false);
  const { remove, shown } = useRemoval('room', list.reload);
  const make = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setMaking(true)}>
      {text.make}
    </Button>
  );

  return (
    <>
      {shown}
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
      <Dialog isOpen={isMaking} title={text.make} onClose={close}>
        <NewRoom
          spaceId={spaceId}
          onClose={close}
          onMade={() => {
            close();
            list.showNew();
          }}
        />
      </Dialog>
    </>
  );
}

type Props = { spaceId: string; onClose: () => void; onMade: () => void };

/** The form of a new room, in a dialog. */
function NewRoom({ spaceId, onClose, onMade }: Props) {
  const text = useText('rooms');
  const api = useApi();
  const [type, setType] = useState<Room['type']>('lesson');
  const [opensWith, setOpensWith] = useState<Room['opensWith']>('moderator');
  return (
    <NewPlaceForm
      kind="room"
      create={async (room) => {
        await api.createRoom({ spaceId, body: { ...room, type, opensWith } });
        onMade();
      }}
      onClose={onClose}
      kindField={<KindOptions value={type} onChange={setType} />}
    >
      <Switch
        label={text.waitForHost}
        description={text.waitForHostHint}
        checked={opensWith === 'moderator'}
        onChange={(event) => setOpensWith(event.currentTarget.checked ? 'moderator' : 'anybody')}
      />
    </NewPlaceForm>
  );
}

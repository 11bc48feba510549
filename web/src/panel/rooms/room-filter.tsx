import { Popover } from '@mantine/core';
import { IconDoor } from '@tabler/icons-react';
import { useText } from '../../i18n/language.ts';
import { ChoiceButton } from '../../ui/form/choice.tsx';
import { useApi } from '../context.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import { RoomChoice } from './room-choice.tsx';

type Props = {
  spaceId: string;
  roomId: string | undefined;
  onChange: (roomId: string | undefined) => void;
};

/** Filters by a room of the group, with server-side search because there may be thousands. */
export function RoomFilter({ spaceId, roomId, onChange }: Props) {
  const text = useText('roomChoice');
  const api = useApi();
  const room = useLoaded({
    key: ['room', roomId],
    load: async () => (roomId ? await api.getRoom({ spaceId, roomId }) : null),
  });
  const name = room.value?.id === roomId ? room.value?.name : undefined;
  const shown = name ?? (room.error === undefined ? '…' : text.unknownRoom);
  return (
    <Popover width={320} position="bottom-start" shadow="lg" radius="md" trapFocus returnFocus>
      <Popover.Target>
        <ChoiceButton label={text.room} icon={<IconDoor size={18} />}>
          {roomId ? shown : text.allRooms}
        </ChoiceButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={text.room}>
        <RoomChoice
          spaceId={spaceId}
          label={text.room}
          first={text.allRooms}
          chosen={roomId}
          onChoose={onChange}
          isFocused
        />
      </Popover.Dropdown>
    </Popover>
  );
}

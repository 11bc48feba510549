import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { CopyIcon } from '../../ui/parts/copy.tsx';
import { IconButton } from '../../ui/parts/icon-button.tsx';
import { addressOf } from '../rooms/room-path.ts';
import { InviteToRoom } from './invite/invite-to-room.tsx';
import type { SharedRoom } from './shared-room.ts';

type Props = {
  room: SharedRoom;
  /** Whether the reader may create links. */
  leads: boolean;
};

/** Shares a room or an automatic webinar: the address of a public one, which admits anybody, and links. */
export function ShareRoom({ room, leads }: Props) {
  const text = useText('links');
  const [isInviting, setInviting] = useState(false);
  const name = plainName(room.name);
  const label = text.inviteTo(name);
  return (
    <>
      {room.isPublic && <CopyIcon kind="link" value={addressOf(room)} label={text.copyAddress(name)} />}
      {leads && (
        <>
          <IconButton
            icon={IconUserPlus}
            aria-label={label}
            title={label}
            aria-haspopup="dialog"
            onClick={() => setInviting(true)}
          />
          <InviteToRoom isOpen={isInviting} room={room} onClose={() => setInviting(false)} />
        </>
      )}
    </>
  );
}

import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { useRequest } from '../../../panel/use-request.ts';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { DialogForm } from '../../../ui/form/dialog-form.tsx';
import { Options } from '../../../ui/form/options.tsx';
import type { GivenRoomRole, Room } from '../model/types.ts';
import { MemberChoice } from '../people/member-choice.tsx';

type Props = { room: Room; onClose: () => void; onGiven: () => void };

export function GrantDialog({ isOpen, ...props }: Props & { isOpen: boolean }) {
  const text = useText('roomPeople');
  return (
    <Dialog isOpen={isOpen} title={text.grantTitle} onClose={props.onClose}>
      <Form {...props} />
    </Dialog>
  );
}

function Form({ room, onClose, onGiven }: Props) {
  const text = useText('roomPeople');
  const api = useApi();
  const { act, isBusy, trouble } = useRequest();
  const [chosen, setChosen] = useState<string>();
  const [role, setRole] = useState<GivenRoomRole>('role_room_moderator');
  const [isTried, setTried] = useState(false);

  function onSubmit(): void {
    setTried(true);
    if (!chosen) return;
    const body = { targetUserId: chosen, role };
    void act(() => api.grantRole({ spaceId: room.spaceId, roomId: room.id, body })).then(
      (isDone) => isDone && onGiven(),
    );
  }

  return (
    <DialogForm submit={text.give} isBusy={isBusy} trouble={trouble} onSubmit={onSubmit} onCancel={onClose}>
      <MemberChoice
        spaceId={room.spaceId}
        chosen={chosen}
        error={isTried && !chosen ? text.chooseFirst : undefined}
        onChoose={setChosen}
      />
      <Options
        label={text.whatRole}
        value={role}
        options={[
          { value: 'role_room_moderator', label: text.moderator, text: text.moderatorHint },
          { value: 'role_room_user', label: text.user, text: text.userHint },
        ]}
        onChange={setRole}
      />
    </DialogForm>
  );
}

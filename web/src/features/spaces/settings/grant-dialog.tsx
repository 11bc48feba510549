import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { FoundChoice } from '../../../panel/list/found-choice.tsx';
import { useRequest } from '../../../panel/use-request.ts';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { DialogForm } from '../../../ui/form/dialog-form.tsx';
import { Options } from '../../../ui/form/options.tsx';
import { Avatar } from '../../../ui/parts/initials-avatar.tsx';
import { Name } from '../../../ui/parts/name.tsx';
import type { Member, Room } from '../model/types.ts';
import type { GivenRoomRole } from './room-people-part.tsx';
import css from './settings.module.css';

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

type ChoiceProps = {
  spaceId: string;
  chosen: string | undefined;
  error: string | undefined;
  onChoose: (userId: string) => void;
};

/** Chooses a member of the group. */
function MemberChoice({ spaceId, ...choice }: ChoiceProps) {
  const text = useText('roomPeople');
  const common = useText('ui');
  const api = useApi();
  return (
    <FoundChoice
      {...choice}
      label={text.who}
      placeholder={text.searchMembers}
      texts={{ none: text.noMembers, more: text.more, failed: common.failed }}
      find={(query) => api.listMembers({ spaceId, query })}
      option={(member) => ({ id: member.userId, body: <Person member={member} /> })}
      isFocused
    />
  );
}

function Person({ member }: { member: Member }) {
  return (
    <>
      <Avatar name={member.username} seed={member.userId} size={32} />
      <span className={css.personText}>
        <Name>{member.username}</Name>
        <span className={css.personMail}>
          <Name>{member.email}</Name>
        </span>
      </span>
    </>
  );
}

import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Avatar } from '../../../ui/initials-avatar.tsx';
import { Name } from '../../../ui/name.tsx';
import { useLoaded } from '../../../ui/use-loaded.ts';
import type { Member, Room } from '../model/types.ts';
import { Options } from '../shared/options.tsx';
import { useAct } from '../shared/use-act.ts';
import { roomPeopleMessages } from './people-messages.ts';
import type { GivenRoomRole } from './room-people-part.tsx';
import css from './settings.module.css';

type Props = { room: Room; onClose: () => void; onGiven: () => void };

export function GrantDialog({ isOpen, ...props }: Props & { isOpen: boolean }) {
  const text = useText(roomPeopleMessages);
  return (
    <Dialog isOpen={isOpen} title={text.grantTitle} onClose={props.onClose}>
      <Form {...props} />
    </Dialog>
  );
}

function Form({ room, onClose, onGiven }: Props) {
  const text = useText(roomPeopleMessages);
  const api = useApi();
  const { act, isBusy, trouble } = useAct();
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

const shown = 20;
const pause = 250;

type ChoiceProps = {
  spaceId: string;
  chosen: string | undefined;
  error: string | undefined;
  onChoose: (userId: string) => void;
};

/** Somebody of the group, found by the server: a group may have thousands. */
function MemberChoice({ spaceId, chosen, error, onChoose }: ChoiceProps) {
  const text = useText(roomPeopleMessages);
  const api = useApi();
  const group = useId();
  const [written, setWritten] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(written.trim()), pause);
    return () => clearTimeout(timer);
  }, [written]);
  const found = useLoaded(search, () =>
    api.listMembers({ spaceId, query: { limit: shown, ...(search !== '' && { search }) } }),
  );
  const { items = [], total = 0 } = found.value ?? {};
  return (
    <div>
      <TextInput
        label={text.who}
        placeholder={text.searchMembers}
        leftSection={<IconSearch size={18} aria-hidden />}
        size="md"
        autoComplete="off"
        data-autofocus
        maxLength={200}
        value={written}
        error={error}
        onChange={(event) => setWritten(event.currentTarget.value)}
      />
      <fieldset className={css.found} aria-label={text.who} aria-busy={found.isLoading}>
        {items.map((member) => (
          <Person
            key={member.userId}
            group={group}
            member={member}
            isChosen={member.userId === chosen}
            onChoose={() => onChoose(member.userId)}
          />
        ))}
        {found.value && items.length === 0 && <p className={css.foundNote}>{text.noMembers}</p>}
        {total > items.length && <p className={css.foundNote}>{text.more}</p>}
      </fieldset>
    </div>
  );
}

type PersonProps = { group: string; member: Member; isChosen: boolean; onChoose: () => void };

function Person({ group, member, isChosen, onChoose }: PersonProps) {
  return (
    <label className={css.person}>
      <input type="radio" name={group} checked={isChosen} onChange={onChoose} />
      <Avatar name={member.username} seed={member.userId} size={32} />
      <span className={css.personText}>
        <Name>{member.username}</Name>
        <span className={css.personMail}>
          <Name>{member.email}</Name>
        </span>
      </span>
    </label>
  );
}

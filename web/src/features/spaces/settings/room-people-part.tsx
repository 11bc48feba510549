import { Button } from '@mantine/core';
import { IconUserPlus, IconUserShield } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { useApi, useOwnUser } from '../../../panel/context.ts';
import { Lead } from '../../../panel/lead.tsx';
import { ListFrame } from '../../../panel/list/list-frame.tsx';
import { useList } from '../../../panel/list/use-list.ts';
import { PersonRow } from '../../../panel/people/person-row.tsx';
import { rightsIn } from '../../../panel/rights.ts';
import { type ReturnTo, useConfirmed } from '../../../panel/use-confirmed.tsx';
import { useRequest } from '../../../panel/use-request.ts';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { DialogForm } from '../../../ui/form/dialog-form.tsx';
import { Options } from '../../../ui/form/options.tsx';
import type { GivenRoomRole, RoleHolder, Room, Space } from '../model/types.ts';
import { MemberChoice } from '../people/member-choice.tsx';

const roles = { moderator: 'role_room_moderator', user: 'role_room_user' } as const;

/** The people with a role in this room. */
export function RoomPeoplePart({ room, space }: { room: Room; space: Space }) {
  const text = useText('roomPeople');
  const api = useApi();
  const me = useOwnUser();
  const place = { spaceId: space.id, roomId: room.id };
  const list = useList<RoleHolder>({
    key: ['roles', room.id],
    load: (query) => api.listRoles({ ...place, query }),
  });
  const [isGranting, setGranting] = useState(false);
  const close = (): void => setGranting(false);
  const { act, confirm, shown } = useConfirmed();
  // Only the group's owner and administrators may list its members.
  const grant = rightsIn(space).leads && (
    <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setGranting(true)}>
      {text.grant}
    </Button>
  );

  /** The checkbox about the links of another moderator who loses the role. */
  const optionFor = ({ userId, role }: RoleHolder): string | undefined =>
    role === 'role_room_moderator' && userId !== me.id ? text.keepLinks : undefined;

  const write = ({ userId }: RoleHolder, role: GivenRoomRole, keepsAccessLinks = false): Promise<unknown> =>
    api.grantRole({ ...place, body: { targetUserId: userId, role, keepsAccessLinks } });

  function give(holder: RoleHolder, role: GivenRoomRole, returnTo: ReturnTo): void {
    if (holder.role !== 'role_room_moderator' || role !== 'role_room_user')
      return void act(() => write(holder, role)).then(list.reload);
    confirm({
      title: text.demoteTitle(plainName(nameOf(holder))),
      text: text.demoteText,
      yes: text.demote,
      option: optionFor(holder),
      returnTo,
      send: (keepsAccessLinks) => write(holder, role, keepsAccessLinks),
      onEnd: list.reload,
    });
  }

  const take = (holder: RoleHolder, returnTo: ReturnTo): void =>
    confirm({
      title: text.takeTitle(plainName(nameOf(holder))),
      text: text.takeText,
      yes: text.take,
      option: optionFor(holder),
      returnTo,
      send: (keepsAccessLinks) =>
        api.removeRole({ ...place, userId: holder.userId, query: { keepsAccessLinks } }),
      onEnd: list.reload,
    });

  return (
    <>
      <Lead>{text.about}</Lead>
      {shown}
      <ListFrame
        list={list}
        label={text.people}
        searchLabel={text.search}
        action={grant}
        empty={{ Icon: IconUserShield, title: text.none, text: text.noneHint }}
        row={(holder) => (
          <PersonRow
            key={holder.userId}
            person={{ ...holder, name: nameOf(holder) }}
            text={text}
            roles={roles}
            removeLabel={text.take}
            onGive={(role, returnTo) => give(holder, role, returnTo)}
            onRemove={(returnTo) => take(holder, returnTo)}
          />
        )}
      />
      <Dialog isOpen={isGranting} title={text.grantTitle} onClose={close}>
        <GrantForm
          room={room}
          onClose={close}
          onGiven={() => {
            close();
            list.reload();
          }}
        />
      </Dialog>
    </>
  );
}

/** The name of a stranger is not shown to the person. */
const nameOf = ({ username, userId }: RoleHolder): string => username ?? userId;

type Props = { room: Room; onClose: () => void; onGiven: () => void };

/** Gives a member of the group a role in the room. */
function GrantForm({ room, onClose, onGiven }: Props) {
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

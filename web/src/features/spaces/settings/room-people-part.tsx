import { Button, Menu } from '@mantine/core';
import { IconUserCog, IconUserMinus, IconUserPlus, IconUserShield } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { shownEmail } from '../../../../../contract/email.ts';
import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { useApi, useOwnUser } from '../../../panel/context.ts';
import { ListFrame } from '../../../panel/list/list-frame.tsx';
import { Row, RowTag } from '../../../panel/list/row.tsx';
import { RowMenu } from '../../../panel/list/row-menu.tsx';
import { useList } from '../../../panel/list/use-list.ts';
import { rightsIn } from '../../../panel/rights.ts';
import { useRequest } from '../../../panel/use-request.ts';
import { Choice } from '../../../ui/form/choice.tsx';
import type { Question } from '../../../ui/form/confirm.tsx';
import { DialogError } from '../../../ui/form/dialog.tsx';
import { useQuestion } from '../../../ui/form/question.tsx';
import { Avatar } from '../../../ui/parts/initials-avatar.tsx';
import { Name } from '../../../ui/parts/name.tsx';
import type { GivenRoomRole, RoleHolder, Room, Space } from '../model/types.ts';
import { GrantDialog } from './grant-dialog.tsx';
import css from './settings.module.css';

const givenRoomRoles: readonly GivenRoomRole[] = ['role_room_moderator', 'role_room_user'];

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
  const { ask, asked } = useQuestion();
  const { act, trouble } = useRequest();
  // Only the group's owner and administrators may list its members.
  const mayChoose = rightsIn(space).leads;
  const grant = mayChoose && (
    <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setGranting(true)}>
      {text.grant}
    </Button>
  );

  /** The checkbox about the links of another moderator who loses the role. */
  const optionFor = ({ userId, role }: RoleHolder): string | undefined =>
    role === 'role_room_moderator' && userId !== me.id ? text.keepLinks : undefined;

  async function write({ userId }: RoleHolder, role: GivenRoomRole, keepsAccessLinks = false): Promise<void> {
    await act(() => api.grantRole({ ...place, body: { targetUserId: userId, role, keepsAccessLinks } }));
    list.reload();
  }

  function give(holder: RoleHolder, role: GivenRoomRole, returnTo: Question['returnTo']): void {
    if (holder.role !== 'role_room_moderator' || role !== 'role_room_user') return void write(holder, role);
    ask({
      title: text.demoteTitle(plainName(nameOf(holder))),
      text: text.demoteText,
      yes: text.demote,
      option: optionFor(holder),
      act: (keepsAccessLinks) => void write(holder, role, keepsAccessLinks),
      returnTo,
    });
  }

  const take = (holder: RoleHolder, returnTo: Question['returnTo']): void =>
    ask({
      title: text.takeTitle(plainName(nameOf(holder))),
      text: text.takeText,
      yes: text.take,
      option: optionFor(holder),
      act: (keepsAccessLinks) =>
        void act(() => api.removeRole({ ...place, userId: holder.userId, query: { keepsAccessLinks } })).then(
          list.reload,
        ),
      returnTo,
    });

  return (
    <>
      <p className={css.lead}>{text.about}</p>
      <DialogError>{trouble}</DialogError>
      <ListFrame
        list={list}
        label={text.people}
        searchLabel={text.search}
        action={grant}
        empty={{ Icon: IconUserShield, title: text.none, text: text.noneHint }}
        row={(holder) => <HolderRow key={holder.userId} holder={holder} onGive={give} onTake={take} />}
      />
      <GrantDialog
        isOpen={isGranting}
        room={room}
        onClose={() => setGranting(false)}
        onGiven={() => {
          setGranting(false);
          list.reload();
        }}
      />
      {asked}
    </>
  );
}

/** The name of a stranger is not shown to the person. */
const nameOf = ({ username, userId }: RoleHolder): string => username ?? userId;

type RowProps = {
  holder: RoleHolder;
  onGive: (holder: RoleHolder, role: GivenRoomRole, returnTo: Question['returnTo']) => void;
  onTake: (holder: RoleHolder, returnTo: Question['returnTo']) => void;
};

function HolderRow({ holder, onGive, onTake }: RowProps) {
  const text = useText('roomPeople');
  const me = useOwnUser();
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <Row
      lead={<Avatar name={nameOf(holder)} seed={holder.userId} size={36} />}
      name={nameOf(holder)}
      mark={holder.userId === me.id && <RowTag>{text.you}</RowTag>}
      about={holder.email !== null && <Name>{shownEmail(holder.email)}</Name>}
      hasWideActions={holder.role !== 'role_room_owner'}
      actions={
        holder.role === 'role_room_owner' ? (
          <span className={css.fixed}>{text.owner}</span>
        ) : (
          <>
            <Choice
              label={text.roleOf(plainName(nameOf(holder)))}
              icon={<IconUserCog size={18} />}
              options={[
                { value: 'role_room_moderator', label: text.moderator },
                { value: 'role_room_user', label: text.user },
              ]}
              value={holder.role}
              onChange={(wanted) => {
                const role = givenRoomRoles.find((one) => one === wanted);
                if (role) onGive(holder, role, () => opener.current);
              }}
            />
            <RowMenu ref={opener} name={nameOf(holder)}>
              <Menu.Item
                color="var(--danger-text)"
                leftSection={<IconUserMinus size={18} aria-hidden />}
                onClick={() => onTake(holder, () => opener.current)}
              >
                {text.take}
              </Menu.Item>
            </RowMenu>
          </>
        )
      }
    />
  );
}

import { Menu } from '@mantine/core';
import { IconUserCog, IconUserMinus } from '@tabler/icons-react';
import { useRef } from 'react';
import { shownEmail } from '../../../../../contract/email.ts';
import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { Row, RowTag } from '../../../panel/list/row.tsx';
import { RowMenu } from '../../../panel/list/row-menu.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { Avatar } from '../../../ui/parts/initials-avatar.tsx';
import { Name } from '../../../ui/parts/name.tsx';
import type { Member } from '../model/types.ts';
import css from './people.module.css';
import type { GrantableRole, MemberActions } from './use-member-actions.ts';

const given: readonly GrantableRole[] = ['role_space_moderator', 'role_space_user'];

/** A member of the group. The owner's role is fixed; the others have a choice. */
export function MemberRow({ member, actions }: { member: Member; actions: MemberActions }) {
  const text = useText('members');
  const groupText = useText('groups');
  const opener = useRef<HTMLButtonElement>(null);
  const back = () => opener.current;
  const isOwner = member.role === 'role_space_owner';
  const isMe = actions.isMe(member);
  const name = plainName(member.username);
  return (
    <Row
      lead={<Avatar name={member.username} seed={member.userId} size={36} />}
      name={member.username}
      mark={isMe && <RowTag>{text.you}</RowTag>}
      about={<Name>{shownEmail(member.email)}</Name>}
      hasWideActions={!isOwner}
      actions={
        isOwner ? (
          <span className={css.fixed}>{text.owner}</span>
        ) : (
          <>
            <Choice
              label={text.roleOf(name)}
              icon={<IconUserCog size={18} />}
              options={[
                { value: 'role_space_moderator', label: text.moderator },
                { value: 'role_space_user', label: text.user },
              ]}
              value={member.role}
              onChange={(wanted) => {
                const role = given.find((one) => one === wanted);
                if (role) actions.give(member, role, back);
              }}
            />
            <RowMenu ref={opener} name={member.username}>
              <Menu.Item
                color="var(--danger-text)"
                leftSection={<IconUserMinus size={18} aria-hidden />}
                onClick={() => actions.remove(member, back)}
              >
                {isMe ? groupText.leave : text.remove}
              </Menu.Item>
            </RowMenu>
          </>
        )
      }
    />
  );
}

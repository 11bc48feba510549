import { useText } from '../../../i18n/language.ts';
import { PersonRow } from '../../../panel/people/person-row.tsx';
import type { Member } from '../model/types.ts';
import type { MemberActions } from './use-member-actions.ts';

const roles = { moderator: 'role_space_moderator', user: 'role_space_user' } as const;

/** A member of the group. */
export function MemberRow({ member, actions }: { member: Member; actions: MemberActions }) {
  const text = useText('members');
  const groupText = useText('groups');
  return (
    <PersonRow
      person={{ ...member, name: member.username }}
      text={text}
      roles={roles}
      removeLabel={actions.isMe(member) ? groupText.leave : text.remove}
      onGive={(role, returnTo) => actions.give(member, role, returnTo)}
      onRemove={(returnTo) => actions.remove(member, returnTo)}
    />
  );
}

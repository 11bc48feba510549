import { shownEmail } from '../../../../../contract/email.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { FoundChoice } from '../../../panel/list/found-choice.tsx';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { Avatar } from '../../../ui/parts/initials-avatar.tsx';
import { Name } from '../../../ui/parts/name.tsx';
import type { Member } from '../model/types.ts';

type ChoiceProps = {
  spaceId: string;
  chosen: string | undefined;
  error: string | undefined;
  /** Whether the owner of the group is not offered. */
  isWithoutOwner?: boolean;
  onChoose: (userId: string) => void;
};

/** Chooses a member of the group. */
export function MemberChoice({ spaceId, isWithoutOwner = false, ...choice }: ChoiceProps) {
  const text = useText('roomPeople');
  const common = useText('ui');
  const api = useApi();
  const find = async (query: { limit: number; search?: string }) => {
    const found = await api.listMembers({ spaceId, query });
    const items = found.items.filter(({ role }) => !isWithoutOwner || role !== 'role_space_owner');
    return { items, total: found.total - (found.items.length - items.length) };
  };
  return (
    <FoundChoice
      {...choice}
      label={text.who}
      placeholder={text.searchMembers}
      texts={{ none: text.noMembers, more: text.more, failed: common.failed }}
      find={find}
      option={(member) => ({ id: member.userId, body: <Person member={member} /> })}
      isFocused
    />
  );
}

function Person({ member }: { member: Member }) {
  return (
    <>
      <Avatar name={member.username} seed={member.userId} size={32} />
      <Stack as="span" grow>
        <Name>{member.username}</Name>
        <Text as="span" size="sm" dim shrink>
          <Name>{shownEmail(member.email)}</Name>
        </Text>
      </Stack>
    </>
  );
}

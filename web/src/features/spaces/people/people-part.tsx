import { Button } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { ListFilter } from '../../../panel/list/list-filter.tsx';
import { ListFrame } from '../../../panel/list/list-frame.tsx';
import { useList } from '../../../panel/list/use-list.ts';
import { useRequest } from '../../../panel/use-request.ts';
import { DialogError } from '../../../ui/form/dialog.tsx';
import { useQuestion } from '../../../ui/form/question.tsx';
import type { Member, Space, SpaceRole } from '../model/types.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberRow } from './member-row.tsx';
import { useMemberActions } from './use-member-actions.ts';

const roles: readonly SpaceRole[] = ['role_space_owner', 'role_space_moderator', 'role_space_user'];

/** The members of the group, for its owner and administrators. */
export function PeoplePart({ space, onOwnRole }: { space: Space; onOwnRole: () => void }) {
  const text = useText('members');
  const api = useApi();
  const spaceId = space.id;
  const list = useList<Member, SpaceRole>({
    key: ['members', spaceId],
    filters: roles,
    load: (query, { filter: role }) =>
      api.listMembers({ spaceId, query: { ...query, ...(role && { role }) } }),
  });
  const [isInviting, setInviting] = useState(false);
  const { ask, asked } = useQuestion();
  const { act, trouble } = useRequest();
  const actions = useMemberActions({ spaceId, act, ask, onDone: list.reload, onOwnRole });
  const invite = (
    <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
      {text.invite}
    </Button>
  );
  return (
    <>
      <DialogError>{trouble}</DialogError>
      <ListFrame
        list={list}
        label={text.people}
        searchLabel={text.search}
        filters={
          <ListFilter
            list={list}
            label={text.role}
            any={text.anyRole}
            names={{
              role_space_owner: text.owner,
              role_space_moderator: text.moderator,
              role_space_user: text.user,
            }}
            values={roles}
          />
        }
        action={invite}
        empty={{ Icon: IconUsers, title: text.alone, text: text.aloneHint }}
        row={(member) => <MemberRow key={member.userId} member={member} actions={actions} />}
      />
      <InviteDialog isOpen={isInviting} spaceId={spaceId} onClose={() => setInviting(false)} />
      {asked}
    </>
  );
}

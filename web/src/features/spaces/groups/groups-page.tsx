import { Button } from '@mantine/core';
import {
  IconDoorExit,
  IconLock,
  IconPencil,
  IconPlus,
  IconTrash,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { initials } from '../../../../../contract/avatars.ts';
import { pages } from '../../../../../contract/pages.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { sharedNamesAmong } from '../../../kit/shared-names.ts';
import { useApi } from '../../../panel/context.ts';
import { writeView } from '../../../panel/list/list-address.ts';
import { ListFrame } from '../../../panel/list/list-frame.tsx';
import { Row, RowDetail, RowDetails, RowIcon } from '../../../panel/list/row.tsx';
import { RowMenu, RowMenuItem } from '../../../panel/list/row-menu.tsx';
import { useList } from '../../../panel/list/use-list.ts';
import { rightsIn } from '../../../panel/rights.ts';
import { useRequest } from '../../../panel/use-request.ts';
import { navigate } from '../../../routing/navigation.ts';
import { pathTo } from '../../../routing/pattern.ts';
import { DialogError } from '../../../ui/form/dialog.tsx';
import { useQuestion } from '../../../ui/form/question.tsx';
import { PageHead } from '../../../ui/page/head.tsx';
import { PageSkeleton } from '../../../ui/page/states.tsx';
import { Name } from '../../../ui/parts/name.tsx';
import { minuteTime } from '../../../ui/times.ts';
import type { Space } from '../model/types.ts';
import { Deletions, useDeletions } from './deletions.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { endLanding, isLandingOnGroups } from './landing.ts';
import { spaceRoleName } from './role-name.ts';
import { Today } from './today.tsx';
import { useGroupActions } from './use-group-actions.ts';

/** The groups of which the reader is a member or in which they have a room role. */
export function GroupsPage() {
  const text = useText('groups');
  const api = useApi();
  const list = useList<Space>({ key: ['spaces'], load: (query) => api.listSpaces({ query }) });
  const [edited, setEdited] = useState<Space | 'new'>();
  const { ask, asked } = useQuestion();
  const { act, trouble } = useRequest();
  const deletions = useDeletions();
  const onGone = () => {
    list.reload();
    deletions.reload();
  };
  const actions = useGroupActions({ act, ask, onGone });
  const heading = useRef<HTMLDivElement>(null);
  const isPlain = writeView(list.view) === '';
  const isNameShared = sharedNamesAmong(list.items);
  const only = isLandingOnGroups() && isPlain && list.total === 1 ? list.items[0]?.id : undefined;
  const isLoaded = list.value !== undefined;
  useEffect(() => {
    if (only !== undefined) navigate(pathTo(pages.group, { spaceId: only }), { replace: true });
    else if (isLoaded) endLanding();
  }, [only, isLoaded]);
  const make = (
    // Most people without a group were invited somewhere, so that a group of their own comes second.
    <Button
      variant={list.isEmpty ? 'default' : 'filled'}
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => setEdited('new')}
    >
      {text.make}
    </Button>
  );

  function onDone(space: Space): void {
    if (edited === 'new') navigate(pathTo(pages.group, { spaceId: space.id }));
    setEdited(undefined);
    list.reload();
  }

  if (only !== undefined) return <PageSkeleton />;
  return (
    <div ref={heading}>
      <PageHead title={text.groups} actions={list.isEmpty ? undefined : make} />
      <DialogError>{trouble}</DialogError>
      <Deletions value={deletions.value} />
      {isPlain && list.items.length > 0 && <Today groups={list.items} />}
      <ListFrame
        list={list}
        label={text.groups}
        searchLabel={text.search}
        empty={{ Icon: IconUsersGroup, title: text.empty, text: text.emptyHint, action: make }}
        row={(space) => (
          <GroupRow
            key={space.id}
            space={space}
            isNameShared={isNameShared(space)}
            actions={actions}
            onEdit={() => setEdited(space)}
          />
        )}
      />
      <GroupDialog
        isOpen={edited !== undefined}
        space={edited === 'new' ? undefined : edited}
        onClose={() => setEdited(undefined)}
        onDone={onDone}
      />
      {asked}
    </div>
  );
}

type RowProps = {
  space: Space;
  /** Another group has the same name: they are told apart by when they were created. */
  isNameShared: boolean;
  actions: ReturnType<typeof useGroupActions>;
  onEdit: () => void;
};

function GroupRow({ space, isNameShared, actions, onEdit }: RowProps) {
  const text = useText('groups');
  const language = useLanguage();
  const { isOwner, isMember } = rightsIn(space);
  const SeenIcon = space.isPublic ? IconWorld : IconLock;
  return (
    <Row
      lead={<RowIcon>{initials(space.name) || <IconUsersGroup size={20} stroke={1.6} />}</RowIcon>}
      name={space.name}
      to={pathTo(pages.group, { spaceId: space.id })}
      about={space.description ? <Name>{space.description}</Name> : undefined}
      meta={
        <RowDetails>
          {isNameShared && text.created(minuteTime(new Date(space.createdAt), language))}
          <RowDetail icon={<SeenIcon aria-hidden />}>{space.isPublic ? text.public : text.private}</RowDetail>
          {space.roleInSpace && spaceRoleName(space.roleInSpace, text)}
        </RowDetails>
      }
      actions={
        (isOwner || isMember) && (
          <RowMenu name={space.name}>
            {isOwner && (
              <>
                <RowMenuItem icon={IconPencil} onClick={onEdit}>
                  {text.edit}
                </RowMenuItem>
                <RowMenuItem
                  icon={IconTrash}
                  isDanger
                  onClick={(returnTo) => void actions.remove(space, returnTo)}
                >
                  {text.remove}
                </RowMenuItem>
              </>
            )}
            {!isOwner && (
              <RowMenuItem
                icon={IconDoorExit}
                isDanger
                onClick={(returnTo) => void actions.leave(space, returnTo)}
              >
                {text.leave}
              </RowMenuItem>
            )}
          </RowMenu>
        )
      }
    />
  );
}

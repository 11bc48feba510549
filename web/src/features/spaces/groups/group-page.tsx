import { IconDoorExit, IconLock, IconWorld } from '@tabler/icons-react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { Failed } from '../../../panel/failed.tsx';
import { RowDetail, RowDetails } from '../../../panel/list/row.tsx';
import { RowMenu, RowMenuItem } from '../../../panel/list/row-menu.tsx';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { NowherePage } from '../../../panel/nowhere-page.tsx';
import { rightsIn } from '../../../panel/rights.ts';
import type { RoomHistory } from '../../../panel/room-history.ts';
import { useRequest } from '../../../panel/use-request.ts';
import { navigate } from '../../../routing/navigation.ts';
import { pathTo } from '../../../routing/pattern.ts';
import { DialogError } from '../../../ui/form/dialog.tsx';
import { useQuestion } from '../../../ui/form/question.tsx';
import { PageHead, Tabs } from '../../../ui/page/head.tsx';
import { PageSkeleton } from '../../../ui/page/states.tsx';
import { AuditPart } from '../audit/audit-part.tsx';
import type { Space } from '../model/types.ts';
import { InvitationsPart } from '../people/invitations-part.tsx';
import { PeoplePart } from '../people/people-part.tsx';
import { RoomsPart } from '../rooms/rooms-part.tsx';
import { GroupSettings } from './group-settings.tsx';
import { spaceRoleName } from './role-name.ts';
import { useGroupActions } from './use-group-actions.ts';

const partsOfLeaders = ['rooms', 'webinars', 'attendance', 'content', 'people', 'invitations'] as const;
type GroupPart = (typeof partsOfLeaders)[number] | 'integration' | 'audit' | 'settings';

/** The tabs of a group that this reader may see. */
function partsFor(space: Space): GroupPart[] {
  const { isOwner, leads } = rightsIn(space);
  if (isOwner) return [...partsOfLeaders, 'integration', 'audit', 'settings'];
  return leads ? [...partsOfLeaders] : ['rooms'];
}

type PageProps = { spaceId: string; part: string; history: RoomHistory };

export function GroupPage({ spaceId, part, history }: PageProps) {
  const api = useApi();
  const space = useLoaded({ key: ['space', spaceId], load: () => api.getSpace({ spaceId }) });
  if (!space.value) {
    return space.error === undefined ? (
      <PageSkeleton />
    ) : (
      <Failed error={space.error} onAgain={space.reload} />
    );
  }
  const here = partsFor(space.value).find((name) => name === part);
  if (!here) return <NowherePage />;
  return (
    <Group space={space.value} part={here} history={history} onChanged={space.set} onReload={space.reload} />
  );
}

type Props = {
  space: Space;
  part: GroupPart;
  history: RoomHistory;
  onChanged: (space: Space) => void;
  onReload: () => void;
};

function Group({ space, part, history, onChanged, onReload }: Props) {
  const text = useText('groups');
  const parts = partsFor(space);
  const home = pathTo(pages.group, { spaceId: space.id });
  const SeenIcon = space.isPublic ? IconWorld : IconLock;
  return (
    <>
      <PageHead
        title={space.name}
        crumbs={[{ name: text.groups, to: pages.groups }]}
        crumbsLabel={text.where}
        actions={<LeaveMenu space={space} />}
        about={
          <>
            {space.description && <span dir="auto">{space.description}</span>}
            <RowDetails>
              <RowDetail icon={<SeenIcon aria-hidden />}>
                {space.isPublic ? text.public : text.private}
              </RowDetail>
              {space.roleInSpace && spaceRoleName(space.roleInSpace, text)}
            </RowDetails>
          </>
        }
      />
      {parts.length > 1 && (
        <Tabs
          label={text.parts}
          tabs={parts.map((name) => ({
            to: name === 'rooms' ? home : pathTo(pages.groupPart, { spaceId: space.id, part: name }),
            label: text[name],
            isHere: name === part,
          }))}
        />
      )}
      {part === 'rooms' && <RoomsPart space={space} />}
      {part === 'webinars' && <history.Playbacks spaceId={space.id} />}
      {part === 'attendance' && <history.Attendance spaceId={space.id} />}
      {part === 'content' && <history.Recordings spaceId={space.id} />}
      {part === 'people' && (
        <PeoplePart
          space={space}
          onOwnRole={() => {
            navigate(home);
            onReload();
          }}
        />
      )}
      {part === 'invitations' && <InvitationsPart space={space} />}
      {part === 'integration' && <history.Integration spaceId={space.id} />}
      {part === 'audit' && <AuditPart spaceId={space.id} />}
      {part === 'settings' && <GroupSettings space={space} onChanged={onChanged} />}
    </>
  );
}

/** Everybody but the owner may leave. */
function LeaveMenu({ space }: { space: Space }) {
  const text = useText('groups');
  const { isOwner, isMember } = rightsIn(space);
  const { ask, asked } = useQuestion();
  const { act, trouble } = useRequest();
  const { leave } = useGroupActions({ act, ask, onGone: () => navigate(pages.groups) });
  if (isOwner || !isMember) return null;
  return (
    <>
      <DialogError>{trouble}</DialogError>
      <RowMenu name={space.name}>
        <RowMenuItem icon={IconDoorExit} isDanger onClick={(returnTo) => void leave(space, returnTo)}>
          {text.leave}
        </RowMenuItem>
      </RowMenu>
      {asked}
    </>
  );
}

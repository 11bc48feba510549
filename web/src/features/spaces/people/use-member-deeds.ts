import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi, useMe } from '../../../panel/context.ts';
import { plainName } from '../../../plain-name.ts';
import { go } from '../../../routing/place.ts';
import type { Question } from '../../../ui/confirm.tsx';
import { groupMessages } from '../groups/messages.ts';
import type { Member, SpaceRole } from '../model/types.ts';
import type { Act } from '../shared/use-act.ts';
import { peopleMessages } from './messages.ts';

export type GivenRole = Exclude<SpaceRole, 'role_space_owner'>;
type ReturnTo = Question['returnTo'];

type Parts = {
  spaceId: string;
  act: Act['act'];
  ask: (question: Question) => void;
  onDone: () => void;
  /** The reader's own part in the group is another one. */
  onOwnRole: () => void;
};

export type MemberDeeds = {
  give: (member: Member, role: GivenRole, returnTo: ReturnTo) => void;
  remove: (member: Member, returnTo: ReturnTo) => void;
  isMe: (member: Member) => boolean;
};

/** What may be done about a member; what cannot simply be undone is asked first. */
export function useMemberDeeds({ spaceId, act, ask, onDone, onOwnRole }: Parts): MemberDeeds {
  const text = useText(peopleMessages);
  const groupText = useText(groupMessages);
  const api = useApi();
  const me = useMe();
  const isMe = ({ userId }: Member): boolean => userId === me.id;

  async function write({ userId }: Member, role: GivenRole): Promise<void> {
    // Where it was refused the list shows the role as it is.
    await act(() => api.updateMember({ spaceId, userId, body: { role } }));
    if (userId === me.id) onOwnRole();
    else onDone();
  }

  function give(member: Member, role: GivenRole, returnTo: ReturnTo): void {
    if (!isMe(member)) return void write(member, role);
    ask({
      title: text.lowerTitle,
      text: text.lowerText,
      yes: text.lower,
      act: () => void write(member, role),
      returnTo,
    });
  }

  function remove(member: Member, returnTo: ReturnTo): void {
    const isOwn = isMe(member);
    const name = plainName(member.username);
    ask({
      title: isOwn ? groupText.leave : text.removeTitle(name),
      text: isOwn ? groupText.leaveText : text.removeText,
      yes: isOwn ? groupText.leave : text.remove,
      act: () =>
        void act(() => api.removeMember({ spaceId, userId: member.userId })).then((isDone) => {
          if (isOwn && isDone) go(pages.groups);
          else onDone();
        }),
      returnTo,
    });
  }

  return { give, remove, isMe };
}

import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { useApi, useOwnUser } from '../../../panel/context.ts';
import type { Request } from '../../../panel/use-request.ts';
import { navigate } from '../../../routing/navigation.ts';
import type { Question } from '../../../ui/form/confirm.tsx';
import type { Member, SpaceRole } from '../model/types.ts';

type GrantableRole = Exclude<SpaceRole, 'role_space_owner'>;
type ReturnTo = Question['returnTo'];

type Parts = {
  spaceId: string;
  act: Request['act'];
  ask: (question: Question) => void;
  onDone: () => void;
  /** Called when the reader's own role changed. */
  onOwnRole: () => void;
};

export type MemberActions = {
  give: (member: Member, role: GrantableRole, returnTo: ReturnTo) => void;
  remove: (member: Member, returnTo: ReturnTo) => void;
  isMe: (member: Member) => boolean;
};

/** The actions on a member; irreversible ones ask first. */
export function useMemberActions({ spaceId, act, ask, onDone, onOwnRole }: Parts): MemberActions {
  const text = useText('members');
  const groupText = useText('groups');
  const api = useApi();
  const me = useOwnUser();
  const isMe = ({ userId }: Member): boolean => userId === me.id;

  async function write({ userId }: Member, role: GrantableRole, keepsAccessLinks = false): Promise<void> {
    // After a refusal the list shows the real role.
    await act(() => api.updateMember({ spaceId, userId, body: { role, keepsAccessLinks } }));
    if (userId === me.id) onOwnRole();
    else onDone();
  }

  /** Asks before removing a member: says what they lose, and whether their links stay. */
  function askOfOther({ userId }: Member, question: Question): Promise<boolean> {
    return act(async () => {
      const { unusedInvitesCount, validAccessLinksCount } = await api.getMember({ spaceId, userId });
      const sentences = [
        question.text,
        ...(unusedInvitesCount > 0 ? [text.losesInvites(unusedInvitesCount)] : []),
        ...(validAccessLinksCount > 0 ? [text.losesLinks(validAccessLinksCount)] : []),
      ];
      const option = validAccessLinksCount > 0 ? text.keepLinks(validAccessLinksCount) : undefined;
      ask({ ...question, text: sentences.join(' '), option });
    });
  }

  function give(member: Member, role: GrantableRole, returnTo: ReturnTo): void {
    const isDemotion = member.role === 'role_space_moderator' && role === 'role_space_user';
    if (!isDemotion) return void write(member, role);
    if (!isMe(member)) {
      return void askOfOther(member, {
        title: text.demoteTitle(plainName(member.username)),
        text: text.demoteText,
        yes: text.demote,
        act: (keepsAccessLinks) => void write(member, role, keepsAccessLinks),
        returnTo,
      });
    }
    ask({
      title: text.lowerTitle,
      text: text.lowerText,
      yes: text.lower,
      act: () => void write(member, role),
      returnTo,
    });
  }

  function remove(member: Member, returnTo: ReturnTo): void {
    const { userId } = member;
    if (!isMe(member)) {
      return void askOfOther(member, {
        title: text.removeTitle(plainName(member.username)),
        text: text.removeText,
        yes: text.remove,
        act: (keepsAccessLinks) =>
          void act(() => api.removeMember({ spaceId, userId, query: { keepsAccessLinks } })).then(onDone),
        returnTo,
      });
    }
    ask({
      title: groupText.leave,
      text: groupText.leaveText,
      yes: groupText.leave,
      act: () =>
        void act(() => api.removeMember({ spaceId, userId })).then((isDone) =>
          isDone ? navigate(pages.groups) : onDone(),
        ),
      returnTo,
    });
  }

  return { give, remove, isMe };
}

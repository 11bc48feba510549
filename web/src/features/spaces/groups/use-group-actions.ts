import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { useApi, useOwnUser } from '../../../panel/context.ts';
import type { Request } from '../../../panel/use-request.ts';
import type { Question } from '../../../ui/form/confirm.tsx';
import type { Space } from '../model/types.ts';

type Parts = { act: Request['act']; ask: (question: Question) => void; onGone: () => void };
type AskForGroup = (space: Space, returnTo: Question['returnTo']) => Promise<void>;

/** Leaving or deleting a group: asks once, and says what is lost. */
export function useGroupActions({ act, ask, onGone }: Parts): { remove: AskForGroup; leave: AskForGroup } {
  const text = useText('groups');
  const api = useApi();
  const me = useOwnUser();

  const remove: AskForGroup = async (space, returnTo) => {
    let rooms = 0;
    const isCounted = await act(async () => {
      rooms = (await api.listRooms({ spaceId: space.id, query: { limit: 1 } })).total;
    });
    if (!isCounted) return;
    ask({
      title: text.removeTitle(plainName(space.name)),
      text: text.removeText(rooms),
      yes: text.remove,
      act: () => void act(() => api.deleteSpace({ spaceId: space.id })).then((isDone) => isDone && onGone()),
      returnTo,
    });
  };

  const leave: AskForGroup = async (space, returnTo) =>
    ask({
      title: text.leaveTitle(plainName(space.name)),
      text: text.leaveText,
      yes: text.leave,
      act: () =>
        void act(() => api.removeMember({ spaceId: space.id, userId: me.id })).then(
          (isDone) => isDone && onGone(),
        ),
      returnTo,
    });

  return { remove, leave };
}

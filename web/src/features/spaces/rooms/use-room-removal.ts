import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { useApi } from '../../../panel/context.ts';
import type { Request } from '../../../panel/use-request.ts';
import type { Question } from '../../../ui/form/confirm.tsx';
import type { Room } from '../model/types.ts';

export type RemoveRoom = (room: Room, returnTo: Question['returnTo']) => void;
type Parts = { act: Request['act']; ask: (question: Question) => void; onGone: () => void };

/** Deletes a room after the reader confirmed what is lost. */
export function useRoomRemoval({ act, ask, onGone }: Parts): RemoveRoom {
  const text = useText('rooms');
  const api = useApi();
  return (room, returnTo) =>
    ask({
      title: text.removeTitle(plainName(room.name)),
      text: text.removeText,
      yes: text.remove,
      act: () =>
        void act(() => api.deleteRoom({ spaceId: room.spaceId, roomId: room.id })).then(
          (isDone) => isDone && onGone(),
        ),
      returnTo,
    });
}

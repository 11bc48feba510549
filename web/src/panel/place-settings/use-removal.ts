import { plainName } from '../../kit/plain-name.ts';
import { useApi } from '../context.ts';
import type { SharedRoom } from '../links/shared-room.ts';
import { type ReturnTo, useConfirmed } from '../use-confirmed.tsx';
import { usePlaceText } from './access-options.tsx';

export type Remove = (place: Pick<SharedRoom, 'id' | 'spaceId' | 'name'>, returnTo: ReturnTo) => void;

/** Deletes a room or an automatic webinar after the reader confirmed what is lost. */
export function useRemoval(kind: SharedRoom['kind'], onGone: () => void) {
  const text = usePlaceText(kind);
  const api = useApi();
  const { confirm, isBusy, shown } = useConfirmed();
  const remove: Remove = ({ id, spaceId, name }, returnTo) =>
    confirm({
      title: text.removeTitle(plainName(name)),
      text: text.removeText,
      yes: text.remove,
      returnTo,
      send: () =>
        kind === 'room'
          ? api.deleteRoom({ spaceId, roomId: id })
          : api.deletePlayback({ spaceId, playbackId: id }),
      onEnd: (isDone) => isDone && onGone(),
    });
  return { remove, isBusy, shown };
}

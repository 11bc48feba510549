import { updateRoom } from '../../../../../contract/limits.generated.ts';
import { useText } from '../../../i18n/language.ts';
import type { Texts } from '../../../i18n/texts.ts';
import { useApi } from '../../../panel/context.ts';
import { type Editing, useDraft } from '../../../panel/saving/use-draft.ts';
import type { TextFault } from '../../../panel/text-rules.ts';
import { type RoomDraft, type RoomFaultKey, roomForm } from '../model/room-form.ts';
import type { Room } from '../model/types.ts';

export type RoomEditing = Editing<RoomDraft>;

/** The settings of a room while they are edited: only changed ones are sent. */
export function useRoomDraft(room: Room, onSaved: (room: Room) => void): RoomEditing {
  const text = useText('roomSettings');
  const attendanceText = useText('roomAttendance');
  const openingText = useText('roomOpening');
  const api = useApi();
  return useDraft({
    form: roomForm,
    place: room,
    longest: updateRoom,
    sentenceOf: (key, fault) => {
      if (key === 'opensAt') return openingText.timeBad;
      if (key === 'closesAt') return openingText.closesBad;
      return (
        faultOfRule(key, fault, attendanceText) ??
        (key === 'redirectUrl' ? text.addressBad : text.nameMissing)
      );
    },
    send: async (body) => {
      const answer = await api.updateRoom({ spaceId: room.spaceId, roomId: room.id, body });
      onSaved(answer);
      return answer;
    },
  });
}

function faultOfRule(key: RoomFaultKey, fault: TextFault, text: Texts['roomAttendance']): string | undefined {
  if (key === 'minPercent') return fault === 'missing' ? text.percentMissing : text.percentBad;
  if (key === 'minTime.minutes') return text.minutesBad;
  return key === 'minTime.seconds' ? text.secondsBad : undefined;
}

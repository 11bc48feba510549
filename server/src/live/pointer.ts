import { Type } from 'typebox';
import { ParticipantId } from '../../../contract/shared.ts';
import { type ChatParts, publishWithoutNumber } from '../chat/chat.ts';
import { refuse } from '../platform/errors.ts';
import { type LiveMethod, liveMethod } from './methods.ts';
import { type LiveStandings, withPerson } from './standings.ts';

const Share = Type.Number({ minimum: 0, maximum: 1 });

/** A position on the shared item, as shares of its width and height; without one the pointer left the item. */
const Pointer = Type.Object({
  participantId: ParticipantId,
  item: Type.String({ pattern: '^[A-Za-z0-9:._-]{1,64}$' }),
  x: Type.Optional(Share),
  y: Type.Optional(Share),
});

/** Moderators point at what is shared; everybody in the room gets it while it is current. */
export const pointerMethods = (parts: Pick<ChatParts, 'socket'>, standings: LiveStandings): LiveMethod[] => [
  liveMethod('send', 'pointer', {
    schema: Pointer,
    perSecond: 20,
    handle: async (message) => {
      const { role, channelId, participantId } = await withPerson(standings, message);
      if (role !== 'moderator') refuse('forbidden');
      const { item, x, y } = message.data;
      const at = x === undefined || y === undefined ? {} : { x, y };
      const payload = { participantId, item, ...at };
      publishWithoutNumber(parts, channelId, { event: 'pointer', payload, isFleeting: true });
    },
  }),
];

import type { ChatParts } from '../chat/chat.ts';
import { ownOf, ownOrLed, type Participant, participantById } from '../participants/participants.ts';
import { timestamp } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { Refusal, refuse } from '../platform/errors.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { RateLimiter } from '../platform/http/rate-limit.ts';
import { roomById, roomFor, roomOf } from '../rooms/rooms.ts';
import { lowerAllHands, lowerHand, raiseHand } from './hands.ts';
import type { FlyingReactions } from './reactions.ts';
import { countReaction, type Hand, handsIn } from './store.ts';

export interface GestureParts extends Pick<ChatParts, 'socket'> {
  reactions: FlyingReactions;
}

const presentHand = ({ participantId, name, raisedAt }: Hand) => ({
  participantId,
  name,
  raisedAt: timestamp(raisedAt),
});

const handEndpoints = (parts: GestureParts): Endpoint[] => [
  endpoint('raiseHand', {
    access: ownOf,
    handle: async ({ db, access: own }) => {
      if (own.removedAt) refuse('removed_from_call');
      const room = (await roomById(db, own.roomId)) ?? refuse('not_found');
      if (!room.flags.isHandRaisingAllowed && own.role !== 'moderator') refuse('hands_off');
      if (!own.isInCall) refuse('participant_not_in_call');
      return presentHand(await raiseHand(parts, db, own));
    },
  }),
  endpoint('lowerHand', {
    access: ownOrLed,
    handle: async ({ db, access: participant }) => {
      await lowerHand(parts, db, participant);
      return undefined;
    },
  }),
  endpoint('listHands', {
    access: async ({ db, caller, params }) => {
      const access = await roomFor(db, caller, { ...params, least: 'see' });
      // Somebody with a part in the room's call, or who leads it: an address alone shows nobody's name.
      if (caller.kind !== 'participant' && !access.role) refuse('forbidden');
      if (caller.kind === 'participant') await participantOf(db, caller.participantId, params.roomId);
      return access;
    },
    handle: async ({ db, params, query }) => {
      const { limit = 1000, offset = 0, order = 'asc' } = query;
      const { items, total } = await handsIn(db, params.roomId, { limit, offset, order });
      return { items: items.map(presentHand), total };
    },
  }),
  endpoint('lowerAllHands', {
    access: roomOf,
    handle: async ({ db, params }) => {
      await lowerAllHands(parts, db, params.roomId);
      return undefined;
    },
  }),
];

async function participantOf(db: Db, participantId: string, roomId: string): Promise<Participant> {
  const participant = await participantById(db, participantId);
  return participant?.roomId === roomId && participant.admission === 'admitted'
    ? participant
    : refuse('forbidden');
}

/** As many as an enthusiastic person sends by hand. */
const reactionsPerMinute = 120;

export function gestureEndpoints(parts: GestureParts): Endpoint[] {
  const limiter = new RateLimiter();
  return [
    ...handEndpoints(parts),
    endpoint('sendStageReaction', {
      access: async ({ db, caller, params }) => {
        const { room } = await roomFor(db, caller, { ...params, least: 'see' });
        if (caller.kind !== 'participant') return refuse('forbidden');
        return { room, participant: await participantOf(db, caller.participantId, room.id) };
      },
      handle: async ({ db, body, access: { room, participant } }) => {
        if (participant.removedAt) refuse('removed_from_call');
        if (!participant.isInCall) refuse('participant_not_in_call');
        const { allowed, reset } = limiter.take(participant.id, reactionsPerMinute);
        if (!allowed) throw new Refusal('rate_limited', { retryAfter: reset });
        await countReaction(db, { roomId: room.id, participantId: participant.id });
        parts.reactions.add(room.channelId, body.emoji);
        return {};
      },
    }),
  ];
}

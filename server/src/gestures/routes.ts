import { Feedback as FeedbackSchema, Hand as HandSchema } from '../../../contract/operations/gestures.ts';
import {
  ownOrLedParticipantOf,
  ownParticipantOf,
  type Participant,
  partakerOf,
  refuseExcluded,
} from '../participants/participants.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { requestedPage } from '../platform/db/page.ts';
import { type Effects, runAll } from '../platform/effects.ts';
import { refuse } from '../platform/errors.ts';
import type { Caller } from '../platform/http/access/caller.ts';
import type { RateLimits } from '../platform/http/access/rate-limit.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { presentFields } from '../platform/present.ts';
import { type Room, roomById, roomInPath } from '../rooms/rooms.ts';
import { listAnswers } from './feedback.store.ts';
import { clearFeedback, type GatheredFeedback } from './feedback.ts';
import { type HandParts, lowerAllHands, lowerHand, raiseHand } from './hands.ts';
import type { FlyingReactions } from './reactions.ts';
import { countReaction, type Hand, listHands, type NamesSeen } from './store.ts';

export interface GestureParts extends HandParts {
  /** In the transaction that counts a reaction. */
  onReacted: Effects<{ participantId: string; emoji: string }>;
  feedback: GatheredFeedback;
  reactions: FlyingReactions;
  limits: RateLimits;
}

const presentHand = (hand: Hand) => presentFields(HandSchema, hand);

const handEndpoints = (parts: GestureParts): Endpoint[] => [
  endpoint('raiseHand', {
    access: ownParticipantOf,
    handle: async ({ db, access: own }) => {
      const room = (await roomById(db, own.roomId)) ?? refuse('not_found');
      const isOff = room.disabledFeatures.includes('handRaising');
      if (isOff || (!room.flags.isHandRaisingAllowed && own.role !== 'moderator')) refuse('hands_off');
      if (!own.isPresent) refuse('participant_not_in_call');
      return presentHand(await raiseHand(parts, db, own));
    },
  }),
  endpoint('lowerHand', {
    access: ownOrLedParticipantOf,
    handle: async ({ db, access: participant }) => {
      await lowerHand(parts, db, participant);
    },
  }),
  endpoint('listHands', {
    access: findNamesSeen,
    handle: async ({ db, params: { roomId }, query, access: names }) => {
      const { items, total } = await listHands(db, { roomId, ...names }, requestedPage(query, 'asc'));
      return { items: items.map(presentHand), total };
    },
  }),
  endpoint('lowerAllHands', {
    access: roomInPath,
    handle: async ({ db, params }) => {
      await lowerAllHands(parts, db, params.roomId);
    },
  }),
];

const feedbackEndpoints = (parts: GestureParts): Endpoint[] => [
  endpoint('setFeedback', {
    access: ownParticipantOf,
    handle: async ({ db, body: { answer }, access: own }) => {
      if (answer !== null) {
        await roomForReactions(db, own);
        if (!own.isPresent) refuse('participant_not_in_call');
      }
      await takeReaction(parts, own);
      if (await parts.feedback.set(own.roomId, { participantId: own.id, answer })) return;
      // Something forbade it meanwhile.
      await refuseExcluded(db, own.id);
      await roomForReactions(db, own);
      refuse('participant_not_in_call');
    },
  }),
  endpoint('listFeedback', {
    access: findNamesSeen,
    handle: async ({ db, params: { roomId }, query, access: names }) => {
      const { items, total } = await listAnswers(db, { roomId, ...names }, requestedPage(query, 'asc'));
      return { items: items.map((feedback) => presentFields(FeedbackSchema, feedback)), total };
    },
  }),
  endpoint('clearFeedback', {
    access: roomInPath,
    handle: async ({ db, params }) => {
      await clearFeedback(parts, db, params.roomId);
    },
  }),
];

interface PlaceInPath {
  spaceId: string;
  roomId: string;
}

/** The names that the caller sees. Others than moderators do not see each other's, if the room says so. */
async function findNamesSeen(request: { db: Db; caller: Caller; params: PlaceInPath }): Promise<NamesSeen> {
  const { isModerator, participant } = await partakerOf(request);
  const room = (await roomById(request.db, request.params.roomId)) ?? refuse('not_found');
  return { areAll: isModerator || room.flags.isPeopleViewingAllowed, ownId: participant?.id ?? null };
}

/** More than a person sends by hand; feedback counts, too. */
export const reactionsPerMinute = 120;

const takeReaction = ({ limits }: GestureParts, { id }: Participant): Promise<void> =>
  limits.takeOrRefuse(`reactions:${id}`, reactionsPerMinute);

/** The room of a participant who may react in it. */
async function roomForReactions(db: Db, { roomId, role }: Participant): Promise<Room> {
  const room = (await roomById(db, roomId)) ?? refuse('not_found');
  if (room.disabledFeatures.includes('reactions')) refuse('reactions_off');
  return room.flags.isReactingAllowed || role === 'moderator' ? room : refuse('reactions_off');
}

export function gestureEndpoints(parts: GestureParts): Endpoint[] {
  return [
    ...handEndpoints(parts),
    ...feedbackEndpoints(parts),
    endpoint('sendStageReaction', {
      access: async (request) => (await partakerOf(request)).participant ?? refuse('forbidden'),
      handle: async ({ db, body, access: participant }) => {
        const room = await roomForReactions(db, participant);
        if (!participant.isInCall) refuse('participant_not_in_call');
        await takeReaction(parts, participant);
        const { id: participantId, name, role } = participant;
        const isNamed = role === 'moderator' || room.flags.isPeopleViewingAllowed;
        await inTransaction(db, async (trx) => {
          await countReaction(trx, { roomId: room.id, participantId });
          await runAll(trx, parts.onReacted, { participantId, emoji: body.emoji });
        });
        parts.reactions.add(room.channelId, body.emoji, isNamed ? { participantId, name } : undefined);
        return {};
      },
    }),
  ];
}

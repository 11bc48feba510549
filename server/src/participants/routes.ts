import { releaseLink } from '../access-links/access-links.ts';
import { Sessions } from '../auth/auth.ts';
import { after, seconds } from '../platform/clock.ts';
import type { Keyring } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { runAll } from '../platform/effects.ts';
import { refuse } from '../platform/errors.ts';
import { callerKeyOf } from '../platform/http/access/caller.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { runOnce } from '../platform/idempotency/idempotency.ts';
import { anyRoomInPath, findRoomFor, roomInPath } from '../rooms/rooms.ts';
import {
  checkEntrance,
  type LedParticipant,
  ledParticipantOf,
  ledParticipantOfAnyKind,
  ownParticipant,
  ownParticipantOf,
} from './access.ts';
import type { ParticipantEffects } from './effects.ts';
import { enterRoom } from './entry/enter.ts';
import { issueSignalingToken, type SignalingParts } from './entry/signalling.ts';
import type { Participant } from './participant.ts';
import { presentParticipant } from './present.ts';
import {
  applyParticipantRights,
  changeSpeaking,
  type ModerationParts,
  markParticipantRemoved,
  muteEverybody,
  muteParticipant,
  readmitParticipant,
  removeFromEngine,
} from './roles/moderate.ts';
import { spotlightEndpoints } from './roles/spotlight.routes.ts';
import { updateParticipant } from './roles/update.ts';
import { listParticipants, participantById, setJoinedAt } from './store.ts';
import { waitingEndpoints } from './waiting/routes.ts';
import { announceRemoved, refuseRemovedOrRefused } from './waiting/waiting.ts';

export interface ParticipantParts extends ModerationParts, SignalingParts, ParticipantEffects {
  keyring: Keyring;
}

/** Long enough for any call; the original credential can start another session. */
const sessionSeconds = 24 * 60 * 60;

export const participantEndpoints = (parts: ParticipantParts): Endpoint[] => [
  ...entryEndpoints(parts),
  ...moderationEndpoints(parts),
  ...spotlightEndpoints(parts),
  ...waitingEndpoints(parts),
];

const entryEndpoints = (parts: ParticipantParts): Endpoint[] => [
  endpoint('createParticipant', {
    access: checkEntrance,
    handle: async ({ db, caller, params, body, origin }) => {
      const { participant, access } = await enterRoom(db, { caller, spaceId: params.spaceId, body, origin });
      if (participant.admission === 'waiting') await runAll(db, parts.onWaitingChanged, participant.roomId);
      const expiresAt = after(seconds(sessionSeconds));
      const session = { participantId: participant.id, expiresAt };
      return {
        ...presentParticipant(participant, access.room),
        spaceId: participant.spaceId,
        access_token: new Sessions(parts.keyring).sealParticipantSession(session),
        expires_in: sessionSeconds,
      };
    },
  }),
  endpoint('issueSignalingToken', {
    access: ownParticipantOf,
    handle: ({ db, access }) => issueSignalingToken(db, access, parts),
  }),
  endpoint('joinRoom', {
    access: ({ db, caller, params }) => findRoomFor(db, caller, { ...params, least: 'see', kind: 'any' }),
    handle: async ({ db, caller, params, body, access }) => {
      const { spaceId, roomId } = params;
      const own = await ownParticipant(db, caller, {
        spaceId,
        participantId: body.participantId,
        kind: 'any',
      });
      if (own.roomId !== roomId) refuse('not_found');
      refuseRemovedOrRefused(own);
      if (own.admission === 'waiting') refuse('not_admitted');
      await setJoinedAt(db, own.id);
      return presentParticipant(own, access.room);
    },
  }),
];

const moderationEndpoints = (parts: ParticipantParts): Endpoint[] => [
  endpoint('listParticipants', {
    access: anyRoomInPath,
    handle: async ({ db, query, access }) => {
      const {
        limit = 1000,
        offset = 0,
        order = 'desc',
        playbackEventSessionId: sessionId,
        ...filter
      } = query;
      const page = { limit, offset, order };
      const { items, total } = await listParticipants(db, access.room, { ...filter, sessionId, page });
      return { items: items.map((item) => presentParticipant(item, access.room)), total };
    },
  }),
  endpoint('muteParticipant', {
    access: ledParticipantOf,
    handle: async ({ db, caller, body: { source }, access: { participant, room } }) => {
      if (participant.removedAt) refuse('participant_not_in_call');
      await muteParticipant(parts, participant, { db, caller, source });
      return presentParticipant(participant, room);
    },
  }),
  endpoint('muteEverybody', {
    access: roomInPath,
    handle: async ({ db, caller, body: { source }, access: { room } }) => {
      const items = await muteEverybody(parts, room, { db, caller, source });
      return { items: items.map((item) => presentParticipant(item, room)), total: items.length };
    },
  }),
  endpoint('updateParticipant', {
    access: ledParticipantOf,
    handle: async ({ db, body, access: { participant, room } }) =>
      presentParticipant(
        await updateParticipant(db, parts, { id: participant.id, roomId: room.id, body }),
        room,
      ),
  }),
  moderation('removeParticipant', {
    write: (db, { participant }) => markParticipantRemoved(db, parts, participant),
    thenDo: async (participant, { participant: before }, db) => {
      await removeFromEngine(parts, participant);
      if (before.admission === 'waiting') await announceRemoved(db, parts, participant);
      await runAll(db, parts.onPeopleChanged, [participant.id]);
    },
  }),
  moderation('readmitParticipant', {
    write: (db, { participant }) => readmitParticipant(db, participant),
    thenDo: (participant, _led, db) => runAll(db, parts.onPeopleChanged, [participant.id]),
  }),
  moderation('releaseParticipantLink', {
    write: async (db, { participant }) => {
      if (participant.linkId !== null) await releaseLink(db, participant.linkId);
      return participant;
    },
    thenDo: async () => undefined,
  }),
  moderation('allowSpeaking', {
    write: (db, { participant }) => changeSpeaking(db, participant, true),
    thenDo: (participant, { room }) => applyParticipantRights(parts, participant, room),
  }),
  moderation('stopSpeaking', {
    write: (db, { participant }) => changeSpeaking(db, participant, false),
    thenDo: (participant, { room }) => applyParticipantRights(parts, participant, room),
  }),
];

interface ModerationWork {
  write: (db: Db, led: LedParticipant) => Promise<Participant>;
  /** Runs in the media server after the commit. */
  thenDo: (participant: Participant, led: LedParticipant, db: Db) => Promise<void>;
}

/** Operations that are also for people of a playback. */
const ofAnyKind = ['removeParticipant', 'readmitParticipant', 'releaseParticipantLink'] as const;
type OfAnyKind = (typeof ofAnyKind)[number];
const isOfAnyKind = (operation: string): boolean => ofAnyKind.some((one) => one === operation);

/** Stores a change of a participant, then applies it in the media server, also under an Idempotency-Key. */
const moderation = (
  operation: OfAnyKind | 'allowSpeaking' | 'stopSpeaking',
  { write, thenDo }: ModerationWork,
): Endpoint =>
  endpoint(operation, {
    access: isOfAnyKind(operation) ? ledParticipantOfAnyKind : ledParticipantOf,
    keepsKey: true,
    handle: async ({ db, caller, params, access, idempotencyKey, origin }) => {
      const work = async (trx: Db) => presentParticipant(await write(trx, access), access.room);
      const answer =
        idempotencyKey === undefined
          ? await work(db)
          : await runOnce(
              db,
              { caller: callerKeyOf(caller, origin.ip), operation, key: idempotencyKey, body: params },
              work,
            );
      const latest = await participantById(db, access.participant.id);
      if (latest) await thenDo(latest, access, db);
      return answer;
    },
  });

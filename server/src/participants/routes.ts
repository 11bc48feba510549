import { releaseLink } from '../access-links/access-links.ts';
import { Sessions } from '../auth/auth.ts';
import { after, seconds } from '../platform/clock.ts';
import type { Keyring } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { requestedPage } from '../platform/db/page.ts';
import { runAll } from '../platform/effects.ts';
import { refuse } from '../platform/errors.ts';
import { callerKeyOf } from '../platform/http/access/caller.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { runOnce } from '../platform/idempotency/idempotency.ts';
import { anyRoomInPath, findRoomFor, roomInPath } from '../rooms/rooms.ts';
import {
  type AcceptedRooms,
  checkEntrance,
  type LedParticipant,
  ledParticipantOf,
  ownParticipantOf,
} from './access.ts';
import type { ParticipantEffects } from './effects.ts';
import { enterRoom } from './entry/enter.ts';
import { issueSignalingToken, type SignalingParts } from './entry/signalling.ts';
import { type Participant, sessionSeconds } from './participant.ts';
import { presentParticipant } from './present.ts';
import {
  applyParticipantRights,
  askToUnmute,
  changeSpeaking,
  type ModerationParts,
  markParticipantRemoved,
  muteEverybody,
  muteParticipant,
  removeFromEngine,
} from './roles/moderate.ts';
import { spotlightEndpoints } from './roles/spotlight.routes.ts';
import { updateParticipant } from './roles/update.ts';
import { listParticipants, participantById, readmit, setJoinedAt } from './store.ts';
import { waitingEndpoints } from './waiting/routes.ts';
import { announceRemoved, refuseRemovedOrRefused } from './waiting/waiting.ts';

export interface ParticipantParts extends ModerationParts, SignalingParts, ParticipantEffects {
  keyring: Keyring;
}

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
      const place = { spaceId, participantId: body.participantId };
      const own = await ownParticipantOf({ db, caller, params: place, least: 'own' }, 'any');
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
      const { search, status, playbackEventSessionId: sessionId } = query;
      const filter = { search, status, sessionId, page: requestedPage(query) };
      const { items, total } = await listParticipants(db, access.room, filter);
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
  endpoint('askToUnmute', {
    access: ledParticipantOf,
    handle: async ({ db, caller, access: { participant, room } }) => {
      if (participant.removedAt) refuse('participant_not_in_call');
      await askToUnmute(parts, participant, { db, caller });
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
    accepted: 'any',
    write: (db, { participant }) => markParticipantRemoved(db, parts, participant),
    thenDo: async (participant, { participant: before }, db) => {
      await removeFromEngine(parts, participant);
      if (before.admission === 'waiting') await announceRemoved(db, parts, participant.id);
      await runAll(db, parts.onPeopleChanged, [participant.id]);
    },
  }),
  moderation('readmitParticipant', {
    accepted: 'any',
    write: (db, { participant }) => readmit(db, participant.id),
    thenDo: (participant, _led, db) => runAll(db, parts.onPeopleChanged, [participant.id]),
  }),
  moderation('releaseParticipantLink', {
    accepted: 'any',
    write: async (db, { participant }) => participant.linkId && releaseLink(db, participant.linkId),
    thenDo: async () => undefined,
  }),
  speaking('allowSpeaking', true, parts),
  speaking('stopSpeaking', false, parts),
];

const speaking = (
  operation: 'allowSpeaking' | 'stopSpeaking',
  isAllowed: boolean,
  parts: ModerationParts,
): Endpoint =>
  moderation(operation, {
    write: (db, { participant }) => changeSpeaking(db, participant, isAllowed),
    thenDo: (participant, { room }) => applyParticipantRights(parts, participant, room),
  });

interface ModerationWork {
  accepted?: AcceptedRooms;
  write: (db: Db, led: LedParticipant) => Promise<unknown>;
  /** Runs in the media server after the commit. */
  thenDo: (participant: Participant, led: LedParticipant, db: Db) => Promise<void>;
}

type ModerationOperation =
  | 'removeParticipant'
  | 'readmitParticipant'
  | 'releaseParticipantLink'
  | 'allowSpeaking'
  | 'stopSpeaking';

/** Stores a change of a participant, then applies it in the media server, also under an Idempotency-Key. */
const moderation = (operation: ModerationOperation, { accepted, write, thenDo }: ModerationWork): Endpoint =>
  endpoint(operation, {
    access: (of) => ledParticipantOf(of, accepted),
    keepsKey: true,
    handle: async ({ db, caller, params, access, idempotencyKey: key, origin }) => {
      const { id } = access.participant;
      const work = async (trx: Db) => {
        await write(trx, access);
        return presentParticipant((await participantById(trx, id)) ?? refuse('not_found'), access.room);
      };
      const subject = { caller: callerKeyOf(caller, origin.ip), operation, body: params };
      const answer = key === undefined ? await work(db) : await runOnce(db, { ...subject, key }, work);
      const latest = await participantById(db, id);
      if (latest) await thenDo(latest, access, db);
      return answer;
    },
  });

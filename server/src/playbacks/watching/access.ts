import { type Participant, participantById, refuseExcluded } from '../../participants/participants.ts';
import { now } from '../../platform/clock.ts';
import { refuse } from '../../platform/errors.ts';
import type { CallerOf } from '../../platform/http/access/caller.ts';
import type { Asking } from '../../platform/http/endpoint.ts';
import { type PlaybackAccess, playbackById, playbackInPath } from '../access.ts';
import type { ViewingCaches } from './viewing-caches.ts';
import { type SeenViewing, viewingsByIds } from './viewings.store.ts';

type OfWebinar = Omit<Asking<{ spaceId: string; playbackId: string }>, 'least'>;

/** A participant of an automatic webinar. */
export interface ViewerAccess extends Pick<PlaybackAccess, 'room' | 'playback'> {
  participant: Participant;
  /** The time before the first statement, which sees no later change. */
  readAt: Date;
}

/** Finds the caller's own participant in the webinar of the path. Refuses one who waits. */
export async function viewerInPath({ db, caller, params }: OfWebinar): Promise<ViewerAccess> {
  const readAt = now();
  if (caller.kind === 'participant') {
    const participant = await participantById(db, caller.participantId);
    const isHere = participant?.roomId === params.playbackId && participant.spaceId === params.spaceId;
    const found =
      isHere && participant.admission !== 'waiting' && (await playbackById(db, params.playbackId));
    if (found) return { participant, ...found, readAt };
  }
  await playbackInPath({ db, caller, params, least: 'see' });
  return refuse('forbidden');
}

/** Finds the caller's own viewing. */
export async function ownViewingInPath(
  request: OfWebinar & { params: { viewingId: string } },
): Promise<SeenViewing> {
  const { db, params } = request;
  const { participant } = await viewerInPath(request);
  const viewing = (await viewingsByIds(db, [params.viewingId])).get(params.viewingId);
  const isOwn = viewing?.participantId === participant.id && viewing.playbackId === params.playbackId;
  return isOwn ? viewing : refuse('not_found');
}

type OfOwnViewing = OfWebinar & {
  caller: CallerOf<['participant']>;
  params: { viewingId: string };
};

/** Finds the caller's own viewing in the memory of this node. @throws Refusal if it is not theirs or they may not watch */
export async function requireViewing(
  { watchers }: Pick<ViewingCaches, 'watchers'>,
  { db, caller, params }: OfOwnViewing,
): Promise<SeenViewing> {
  const viewing = await watchers.get(params.viewingId);
  const isOwn =
    viewing?.participantId === caller.participantId &&
    viewing.playbackId === params.playbackId &&
    viewing.spaceId === params.spaceId;
  if (isOwn && viewing.isAdmitted) return viewing;
  await ownViewingInPath({ db, caller, params });
  await refuseExcluded(db, caller.participantId);
  return refuse('forbidden');
}

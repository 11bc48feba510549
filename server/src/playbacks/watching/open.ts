import type { Answer, Body } from '../../../../contract/routes.ts';
import { takeLink } from '../../access-links/access-links.ts';
import type { ParticipantEffects } from '../../participants/participants.ts';
import { after, now, seconds, timestamp, timestampOrNull } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { runAll } from '../../platform/effects.ts';
import { refuse } from '../../platform/errors.ts';
import type { CallerOf } from '../../platform/http/access/caller.ts';
import { newId } from '../../platform/ids.ts';
import { currentSession, latestReplay, type PlaybackSession, sessionById } from '../events/sessions.store.ts';
import type { ViewerAccess } from './access.ts';
import { clockPosition, type ViewingKind } from './intervals.ts';
import type { PlayableVideo } from './playable-videos.ts';
import { isReplayable, isSeekable, isSessionOver, sessionEndOf } from './standing.ts';
import type { ViewingCaches } from './viewing-caches.ts';
import { closeViewingsOf, insertViewing, type NewViewing, type SeenViewing } from './viewings.store.ts';

interface Opening {
  caller: CallerOf<['participant']>;
  access: ViewerAccess;
  body: Body<'openViewing'>;
}

interface Chosen {
  session: PlaybackSession;
  kind: ViewingKind;
}

/** The session that the body asks for, if it can be watched now. */
async function chooseSession(db: Db, { access, body }: Opening, at: Date): Promise<Chosen> {
  const { roomId, isReplayAllowed } = access.playback;
  const { sessionId, isReplay = false } = body;
  if (isReplay && !isReplayAllowed) refuse('replay_not_allowed');
  const byTime = isReplay ? latestReplay : currentSession;
  const session = await (sessionId === undefined ? byTime(db, roomId, at) : sessionById(db, sessionId));
  if (session?.playbackId !== roomId) return refuse(isReplay ? 'replay_not_allowed' : 'session_not_running');
  return { session, kind: isReplay ? 'replay' : session.isPermanent ? 'permanent' : 'live' };
}

function checkTime({ session, kind }: Chosen, replayDays: number | null, at: Date): void {
  if (kind !== 'replay') {
    if (session.startDate > at || isSessionOver(session, at)) refuse('session_not_running');
    return;
  }
  const end = sessionEndOf(session);
  const isOver = !session.isPermanent && session.endedBy === null && end !== undefined && end <= at;
  if (!isOver || !isReplayable(end, replayDays, at)) refuse('replay_not_allowed');
}

/** How long the address of the poster is valid. */
const posterSeconds = 3600;

function posterUrl({ files }: ViewingCaches, video: PlayableVideo, at: Date): Promise<string> {
  const until = after(seconds(posterSeconds), at);
  const options = { name: 'poster.jpg', contentType: 'image/jpeg', disposition: 'inline' as const, until };
  return files.addressOf(video.posterKey, options);
}

/** Whether a permanent session can still be opened: the webinar is online, and its event was not deleted. */
const isOpen = ({ playback }: ViewerAccess, { endDate }: PlaybackSession): boolean =>
  playback.readiness === 'ready' && endDate === null;

/** The new viewing as `viewingsByIds` would read it. The pipeline admitted its participant. */
function seenViewing(
  { room, playback }: ViewerAccess,
  { startDate, endDate, finishedAt }: PlaybackSession,
  opened: NewViewing & Pick<SeenViewing, 'videoId'>,
): SeenViewing {
  return {
    ...opened,
    ...{ playbackId: playback.roomId, spaceId: room.spaceId, startDate, endDate, finishedAt },
    ...{ isReplayAllowed: playback.isReplayAllowed, replayDays: playback.replayDays, isAdmitted: true },
    ...{ seenAt: opened.openedAt, isPlaying: false, isTabVisible: true },
  };
}

export interface OpeningParts extends Pick<ParticipantEffects, 'onPeopleChanged'> {
  watching: ViewingCaches;
}

/** Binds the viewer's link, and ends the viewings of the browser that had it before a moderator released it. */
async function takeOverLink(db: Db, { onPeopleChanged }: OpeningParts, participantId: string): Promise<void> {
  const losers = (await takeLink(db, participantId)) ?? refuse('link_used');
  const viewers = losers.length > 0 ? await closeViewingsOf(db, losers) : [];
  if (viewers.length > 0) await runAll(db, onPeopleChanged, viewers);
}

/** Starts a viewing of the session that runs now, or of the replay of one that is over. */
export async function openViewing(
  db: Db,
  parts: OpeningParts,
  opening: Opening,
): Promise<Answer<'openViewing'>> {
  const { watching } = parts;
  const { participant, playback } = opening.access;
  const at = now();
  const chosen = await chooseSession(db, opening, at);
  checkTime(chosen, playback.replayDays, at);
  const { session, kind } = chosen;
  // Until its start is announced, a session has no video of its own.
  const videoId = session.videoId ?? (playback.readiness === 'ready' ? playback.videoId : null);
  const video = await watching.videos.get(videoId);
  if (!video || (kind === 'permanent' && !isOpen(opening.access, session)))
    return refuse('session_not_running');
  await takeOverLink(db, parts, participant.id);
  const { startDate, endDate, finishedAt } = session;
  const times = { openedAt: at, startDate, endDate, finishedAt };
  const clock = { kind, isSeekable: false, duration: video.duration, ...times };
  const position = kind === 'replay' ? 0 : clockPosition(clock, at);
  const viewing = { id: newId(), sessionId: session.id, participantId: participant.id };
  const opened = { ...viewing, kind, openedAt: at, position };
  await insertViewing(db, opened);
  watching.watchers.add(seenViewing(opening.access, session, { ...opened, videoId }), opening.access.readAt);
  return {
    viewingId: viewing.id,
    kind,
    session: {
      id: session.id,
      startDate: timestamp(startDate),
      endDate: timestampOrNull(endDate),
      state: kind === 'replay' ? 'finished' : 'running',
    },
    duration: video.duration,
    position,
    serverTime: timestamp(at),
    playlistUrl: watching.playlistUrl(viewing, opening.caller.expiresAt),
    posterUrl: await posterUrl(watching, video, at),
    chatChannelId: session.chatChannelId,
    isSeekable: isSeekable(kind, playback.isReplayAllowed),
  };
}

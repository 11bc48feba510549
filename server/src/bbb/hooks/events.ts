import type { HookEventName } from '../../../../contract/operations/bigbluebutton-deliveries.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import type { HookEventContent } from '../../platform/db/json-columns.ts';
import { noteEvent, noteEvents } from './events.store.ts';
import { hookedMeetingOf, hookedMeetingOfChannel, hookedMeetingOfParticipant } from './meetings.store.ts';
import { changePresenter, deleteJoined, forgetPresenter, isInCall, saveJoined } from './people.store.ts';
import { deleteSource, deleteSources, type HookSource, readSource, saveSource } from './sources.store.ts';

async function notePresenter(trx: Db, meeting: { id: string; roomId: string }): Promise<void> {
  const participantId = await changePresenter(trx, meeting);
  if (participantId)
    await noteEvent(trx, meeting.id, { name: 'user-presenter-assigned', content: { participantId } });
}

/** Effect of an entry. A session that replaces another one is no event. */
export async function noteUserJoined(
  trx: Db,
  { room, participantId }: { room: { id: string }; participantId: string },
): Promise<void> {
  const id = await hookedMeetingOf(trx, room.id);
  if (id === undefined) return;
  if (await saveJoined(trx, { meetingId: id, participantId }))
    await noteEvent(trx, id, { name: 'user-joined', content: { participantId } });
  await notePresenter(trx, { id, roomId: room.id });
}

/** Effect of the end of a session. A hook that came later than the person gets that they leave, too. */
export async function noteUserLeft(trx: Db, participantId: string): Promise<void> {
  const meeting = await hookedMeetingOfParticipant(trx, participantId);
  if (!meeting) return;
  for (const { source } of await deleteSources(trx, participantId)) {
    const { name, user = {} } = sourceEvents[source].off;
    await noteEvent(trx, meeting.id, { name, content: { participantId, user } });
  }
  if (await isInCall(trx, participantId)) return;
  await deleteJoined(trx, participantId);
  await forgetPresenter(trx, participantId);
  await noteEvent(trx, meeting.id, { name: 'user-left', content: { participantId } });
  await notePresenter(trx, meeting);
}

/** Effect of other roles in the call, after their commit. */
export async function noteRoles(db: Db, changes: readonly { roomId: string }[]): Promise<void> {
  for (const roomId of new Set(changes.map((change) => change.roomId))) {
    await inTransaction(db, async (trx) => {
      const id = await hookedMeetingOf(trx, roomId);
      if (id !== undefined) await notePresenter(trx, { id, roomId });
    });
  }
}

interface SourceEvent {
  name: HookEventName;
  user?: NonNullable<HookEventContent['user']>;
}

const voice = (sharing: boolean, muted: boolean) => ({
  'listening-only': false,
  'sharing-mic': sharing,
  muted,
});

const sourceEvents: Record<HookSource, { on: SourceEvent; off: SourceEvent }> = {
  microphone: {
    on: { name: 'user-audio-voice-enabled', user: voice(true, false) },
    off: { name: 'user-audio-voice-disabled', user: voice(false, true) },
  },
  camera: { on: { name: 'user-cam-broadcast-start' }, off: { name: 'user-cam-broadcast-end' } },
  screen: { on: { name: 'meeting-screenshare-started' }, off: { name: 'meeting-screenshare-stopped' } },
};

type SourceState = 'on' | 'muted' | 'off';

/** The event of a source that is in another state than hooks know. */
function eventOfSource(source: HookSource, before: SourceState, after: SourceState): SourceEvent | undefined {
  if (before === after) return undefined;
  if (after === 'off') return sourceEvents[source].off;
  if (before === 'muted') return { name: 'user-audio-unmuted', user: { muted: false } };
  if (before === 'on') return { name: 'user-audio-muted', user: { muted: true } };
  const { name, user } = sourceEvents[source].on;
  return { name, ...(user && { user: { ...user, muted: after === 'muted' } }) };
}

export interface SeenSource {
  roomId: string;
  visit: { id: string; participantId: string; exitedAt: Date | null };
  source: HookSource;
  /** Its track is there and muted. */
  isMuted: boolean;
}

/**
 * Effect of a track that came, went, or was muted. Events of it may be late or repeated: its intervals are the truth
 * (docs/decisions/0218). A session that has ended has no source any more, and the next one may have the same.
 */
export async function noteSource(trx: Db, { roomId, visit, source, isMuted }: SeenSource): Promise<void> {
  const id = visit.exitedAt ? undefined : await hookedMeetingOf(trx, roomId);
  if (id === undefined) return;
  const { participantId } = visit;
  const named = { meetingId: id, participantId, source };
  const { isOn, toldMuted } = await readSource(trx, { ...named, visitId: visit.id });
  const before = toldMuted === null ? 'off' : toldMuted ? 'muted' : 'on';
  const after = isOn ? 'on' : isMuted && source === 'microphone' ? 'muted' : 'off';
  const event = eventOfSource(source, before, after);
  if (!event) return;
  if (after === 'off') await deleteSource(trx, named);
  else await saveSource(trx, { ...named, isMuted: after === 'muted' });
  const { name, user } = event;
  await noteEvent(trx, id, { name, content: { participantId, ...(user && { user }) } });
  if (source === 'screen') await notePresenter(trx, { id, roomId });
}

interface MovedHands {
  roomId: string;
  participantIds: readonly string[];
  isRaised: boolean;
  hasLeft: boolean;
}

/** Effect of hands that a person or a moderator moved. A person who leaves lowers theirs without an event. */
export async function noteHands(
  trx: Db,
  { roomId, participantIds, isRaised, hasLeft }: MovedHands,
): Promise<void> {
  const id = hasLeft ? undefined : await hookedMeetingOf(trx, roomId);
  if (id === undefined) return;
  const user = { 'raise-hand': isRaised };
  const contents = participantIds.map((participantId) => ({ participantId, user }));
  await noteEvents(trx, id, { name: 'user-raise-hand-changed', contents });
}

/** Effect of a reaction on the stage. */
export async function noteReaction(
  trx: Db,
  { participantId, emoji }: { participantId: string; emoji: string },
): Promise<void> {
  const meeting = await hookedMeetingOfParticipant(trx, participantId);
  const content = { participantId, user: { emoji } };
  if (meeting) await noteEvent(trx, meeting.id, { name: 'user-emoji-changed', content });
}

async function noteInChannel(
  trx: Db,
  channelId: string,
  event: { name: HookEventName; content: HookEventContent },
): Promise<void> {
  const id = await hookedMeetingOfChannel(trx, channelId);
  if (id !== undefined) await noteEvent(trx, id, event);
}

/** Effect of a message that somebody sent. */
export const noteMessage = (trx: Db, { channelId, id }: { channelId: string; id: string }): Promise<void> =>
  noteInChannel(trx, channelId, { name: 'chat-group-message-sent', content: { messageId: id } });

interface PollFact {
  channelId: string;
  pollId: string;
  userId: string;
}

/** Effect of a poll that somebody starts. */
export const notePollStart = (trx: Db, { channelId, pollId, userId }: PollFact): Promise<void> =>
  noteInChannel(trx, channelId, { name: 'poll-started', content: { pollId, chatUserId: userId } });

/** Effect of a vote. */
export const noteVote = (
  trx: Db,
  { channelId, pollId, userId, optionIds }: PollFact & { optionIds: string[] },
): Promise<void> =>
  noteInChannel(trx, channelId, {
    name: 'poll-responded',
    content: { pollId, chatUserId: userId, optionIds },
  });

/** Effect of another state of a recording of the room. */
export async function noteRecording(
  trx: Db,
  { record, from }: { record: { roomId: string; state: string; startedAt: Date | null }; from: string },
): Promise<void> {
  const begins = record.state === 'recording' && from !== 'recording';
  const ends = from === 'recording' && record.state !== 'recording';
  // It was stopped before its first picture was noticed.
  const isLate = from === 'processing' && record.state === 'processing';
  if (!begins && !ends && !isLate) return;
  const id = await hookedMeetingOf(trx, record.roomId);
  if (id === undefined) return;
  if (!ends) await noteEvent(trx, id, { name: 'meeting-recording-started' });
  if (!begins) await noteEvent(trx, id, { name: 'meeting-recording-stopped' });
}

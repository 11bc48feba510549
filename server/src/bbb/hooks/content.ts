import type { Keyring } from '../../platform/crypto.ts';
import type { Db } from '../../platform/db/db.ts';
import type { HookEventContent } from '../../platform/db/json-columns.ts';
import type { CalledBackMeeting } from '../callbacks/meeting.store.ts';
import { dateOf } from '../meetings/info.ts';
import { addressOfPlayback } from '../recordings/playback/addresses.ts';
import { type RecordingRow, recordingOfGroup } from '../recordings/recordings.store.ts';
import { findHookMessage, findHookPoll } from './chat.store.ts';
import { findHookPerson, participantInChat } from './people.store.ts';

/** An event of a hook as its delivery stores it. */
export interface StoredHookEvent {
  eventName: string;
  content: HookEventContent;
  createdAt: Date;
}

export interface HookContentParts {
  keyring: Keyring;
  webUrl: URL;
}

interface Asked {
  meeting: CalledBackMeeting;
  event: StoredHookEvent;
  /** Without passwords, and without what opens a protected recording. */
  isForLog: boolean;
}

type Attributes = Record<string, unknown>;

const hidden = '…';

function createdMeeting({ meeting, isForLog }: Asked): Attributes {
  const { settings } = meeting;
  return {
    name: meeting.name,
    'is-breakout': false,
    'parent-id': 'bbb-none',
    duration: settings.duration,
    'create-time': Number(meeting.createTime),
    'create-date': dateOf(meeting.createdAt),
    'moderator-pass': isForLog ? hidden : meeting.moderatorPassword,
    'viewer-pass': isForLog ? hidden : meeting.attendeePassword,
    record: settings.isRecorded,
    'voice-conf': settings.voiceBridge,
    'dial-number': settings.dialNumber,
    'max-users': settings.maxParticipants,
    metadata: meeting.metadata,
  };
}

/** A person as they are now: an erased one has no name any more. */
async function userOf(db: Db, participantId: string): Promise<Attributes> {
  const person = await findHookPerson(db, participantId);
  if (!person) return { 'internal-user-id': participantId };
  return {
    'internal-user-id': person.internalId,
    'external-user-id': person.externalId,
    name: person.name,
    role: person.role === 'moderator' ? 'MODERATOR' : 'VIEWER',
    guest: person.isGuest,
  };
}

/** The person of an event, who is named by their participant or as a person in the chat. */
async function personOf(db: Db, { meeting, event: { content } }: Asked): Promise<Attributes> {
  const { participantId, chatUserId, user } = content;
  const id =
    participantId ?? (chatUserId && (await participantInChat(db, { chatUserId, roomId: meeting.roomId })));
  return id ? { user: { ...(await userOf(db, id)), ...user } } : {};
}

async function messageOf(db: Db, { meeting, event: { content } }: Asked): Promise<Attributes> {
  const { messageId = '0' } = content;
  const message = await findHookMessage(db, messageId);
  const { roomId } = meeting;
  const chatUserId = message?.userId;
  const participantId = chatUserId && (await participantInChat(db, { chatUserId, roomId }));
  const person = participantId ? await findHookPerson(db, participantId) : undefined;
  const sender = {
    'internal-user-id': person?.internalId ?? '',
    name: person?.name ?? message?.author ?? '',
    time: message?.createdAt.getTime() ?? 0,
  };
  return {
    'chat-message': { id: messageId, message: message?.text ?? '', sender },
    'chat-id': 'MAIN-PUBLIC-GROUP-CHAT',
  };
}

/** BigBlueButton numbers the answers of a poll from 0. */
async function pollOf(db: Db, { event: { eventName, content } }: Asked): Promise<Attributes> {
  const { pollId = '0', optionIds = [] } = content;
  const { question = '', options = [] } = (await findHookPoll(db, pollId)) ?? {};
  const numbers = options.flatMap(({ id }, number) => (optionIds.includes(id) ? [number] : []));
  const shown = { question, answers: options.map(({ option }, id) => ({ id, key: option })) };
  return { poll: { id: pollId, ...(eventName === 'poll-started' ? shown : { answerIds: numbers }) } };
}

function recordingAttributes(
  parts: HookContentParts,
  recording: RecordingRow,
  isForLog: boolean,
): Attributes {
  const { name, startedAt, endedAt, bytes, metadata, duration, readyAt, isProtected } = recording;
  const link = addressOfPlayback(parts, { ...recording, isProtected: isProtected && !isForLog });
  const end = endedAt?.getTime() ?? 0;
  return {
    ...{ name, 'is-breakout': false, 'start-time': startedAt.getTime(), 'end-time': end },
    ...{ size: bytes, metadata },
    playback: {
      ...{ format: 'video', link, size: bytes, duration: Math.round(duration * 1000) },
      processing_time: Math.max(0, (readyAt?.getTime() ?? end) - end),
    },
  };
}

async function rapOf(
  db: Db,
  parts: HookContentParts,
  { meeting, event: { eventName, content }, isForLog }: Asked,
): Promise<Attributes> {
  const { spaceId, internalId: recordId } = meeting;
  const recording =
    eventName === 'rap-publish-ended' ? await recordingOfGroup(db, { spaceId, recordId }) : undefined;
  return {
    'record-id': recordId,
    ...(content.isSuccess !== undefined && { success: content.isSuccess }),
    ...(recording && { recording: recordingAttributes(parts, recording, isForLog) }),
  };
}

async function attributesOf(db: Db, parts: HookContentParts, asked: Asked): Promise<Attributes> {
  const { eventName } = asked.event;
  if (eventName.startsWith('rap-')) return rapOf(db, parts, asked);
  if (eventName === 'chat-group-message-sent') return messageOf(db, asked);
  if (!eventName.startsWith('poll-')) return personOf(db, asked);
  return { ...(await personOf(db, asked)), ...(await pollOf(db, asked)) };
}

/** The parameter `event` of a request. */
export async function hookEventOf(db: Db, parts: HookContentParts, asked: Asked): Promise<string> {
  const { meeting, event } = asked;
  const ids = { 'internal-meeting-id': meeting.internalId, 'external-meeting-id': meeting.meetingId };
  const attributes = {
    meeting: { ...ids, ...(event.eventName === 'meeting-created' && createdMeeting(asked)) },
    ...(await attributesOf(db, parts, asked)),
  };
  const data = { type: 'event', id: event.eventName, attributes, event: { ts: event.createdAt.getTime() } };
  return JSON.stringify([{ data }]);
}

import type { Db } from '../../platform/db/db.ts';
import type { HookEventContent } from '../../platform/db/json-columns.ts';
import type { CalledBackMeeting } from '../callbacks/meeting.store.ts';
import { dateOf } from '../meetings/info.ts';
import { findHookPerson } from './people.store.ts';

/** An event of a hook as its delivery stores it. */
export interface StoredHookEvent {
  eventName: string;
  content: HookEventContent;
  createdAt: Date;
}

type Attributes = Record<string, unknown>;

const idsOf = ({ internalId, meetingId }: CalledBackMeeting): Attributes => ({
  'internal-meeting-id': internalId,
  'external-meeting-id': meetingId,
});

function createdMeeting(meeting: CalledBackMeeting): Attributes {
  const { settings } = meeting;
  return {
    name: meeting.name,
    'is-breakout': false,
    'parent-id': 'bbb-none',
    duration: settings.duration,
    'create-time': Number(meeting.createTime),
    'create-date': dateOf(meeting.createdAt),
    'moderator-pass': meeting.moderatorPassword,
    'viewer-pass': meeting.attendeePassword,
    record: settings.isRecorded,
    'voice-conf': settings.voiceBridge,
    'dial-number': settings.dialNumber,
    'max-users': settings.maxParticipants,
    metadata: meeting.metadata,
  };
}

/** The person of an event as they are now: an erased one has no name any more. */
async function userOf(db: Db, { participantId, user }: HookEventContent): Promise<Attributes | undefined> {
  if (participantId === undefined) return undefined;
  const person = await findHookPerson(db, participantId);
  if (!person) return { 'internal-user-id': participantId, ...user };
  return {
    'internal-user-id': person.internalId,
    'external-user-id': person.externalId,
    name: person.name,
    role: person.role === 'moderator' ? 'MODERATOR' : 'VIEWER',
    guest: person.isGuest,
    ...user,
  };
}

/** The parameter `event` of a request. */
export async function hookEventOf(
  db: Db,
  meeting: CalledBackMeeting,
  { eventName, content, createdAt }: StoredHookEvent,
): Promise<string> {
  const user = await userOf(db, content);
  const attributes = {
    meeting: { ...idsOf(meeting), ...(eventName === 'meeting-created' && createdMeeting(meeting)) },
    ...(user && { user }),
  };
  const data = { type: 'event', id: eventName, attributes, event: { ts: createdAt.getTime() } };
  return JSON.stringify([{ data }]);
}

/** The same for a log, which has no password. */
export const withoutPasswords = (meeting: CalledBackMeeting): CalledBackMeeting => ({
  ...meeting,
  moderatorPassword: '…',
  attendeePassword: '…',
});

import { type AskedCall, type Call, readingMethods } from '../calls.ts';
import type { BbbParts } from '../parts.ts';
import { fail } from '../request/failures.ts';
import { isXmlName, type XmlElement } from '../xml/write.ts';
import { type Attendee, attendeesIn, countIn } from './people.store.ts';
import { meetingIdIn } from './settings.ts';
import { liveMeeting, liveMeetings, type Meeting } from './store.ts';

/** `Mon Jul 09 17:03:29 UTC 2018`, as Java writes a date. */
export function dateOf(date: Date): string {
  const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(date.toUTCString()) ?? [];
  return `${date.toUTCString().slice(0, 3)} ${month} ${day} ${time} UTC ${year}`;
}

/** Elements with the names of clients. */
const elementsOf = (values: Record<string, string>): XmlElement[] =>
  Object.entries(values).filter(([name]) => isXmlName(name));

/** The presenter shares a screen, or else is the earliest moderator. */
const presenterAmong = (people: readonly Attendee[]): Attendee | undefined =>
  people.find(({ hasScreen }) => hasScreen) ?? people.find(({ role }) => role === 'moderator');

function attendee(person: Attendee, isPresenter: boolean): XmlElement {
  const customData = elementsOf(person.customData);
  return [
    'attendee',
    [
      ['userID', person.userId],
      ['fullName', person.name],
      ['role', person.role === 'moderator' ? 'MODERATOR' : 'VIEWER'],
      ['isPresenter', isPresenter],
      ['isListeningOnly', false],
      ['hasJoinedVoice', person.hasMicrophone],
      ['hasVideo', person.hasCamera],
      ['clientType', 'HTML5'],
      ...(customData.length > 0 ? ([['customdata', customData]] as const) : []),
    ],
  ];
}

function present(meeting: Meeting, people: readonly Attendee[]): XmlElement[] {
  const { settings } = meeting;
  const presenter = presenterAmong(people);
  const countOf = (is: (person: Attendee) => boolean): number => people.filter(is).length;
  return [
    ['meetingName', meeting.name],
    ['meetingID', meeting.meetingId],
    ['internalMeetingID', meeting.internalId],
    ['createTime', meeting.createTime],
    ['createDate', dateOf(meeting.createdAt)],
    ['voiceBridge', settings.voiceBridge],
    ['dialNumber', settings.dialNumber],
    ['attendeePW', meeting.attendeePassword],
    ['moderatorPW', meeting.moderatorPassword],
    ['running', people.length > 0],
    ['duration', settings.duration],
    ['hasUserJoined', meeting.firstEntryAt !== null],
    ['recording', settings.isRecorded],
    ['hasBeenForciblyEnded', false],
    ['startTime', meeting.firstEntryAt?.getTime() ?? 0],
    ['endTime', 0],
    ['participantCount', people.length],
    ['listenerCount', 0],
    ['voiceParticipantCount', countOf(({ hasMicrophone }) => hasMicrophone)],
    ['videoCount', countOf(({ hasCamera }) => hasCamera)],
    ['maxUsers', settings.maxParticipants],
    ['moderatorCount', countOf(({ role }) => role === 'moderator')],
    ['attendees', people.map((person) => attendee(person, person === presenter))],
    ['metadata', elementsOf(meeting.metadata)],
    ['isBreakout', false],
  ];
}

/** The live meeting that the parameters name. @throws Failed `notFound` */
export const liveIn = async ({ db }: BbbParts, { spaceId, parameters }: AskedCall): Promise<Meeting> =>
  (await liveMeeting(db, { spaceId, meetingId: meetingIdIn(parameters) })) ?? fail('notFound');

async function isRunning({ db }: BbbParts, { spaceId, parameters }: AskedCall): Promise<boolean> {
  const meeting = await liveMeeting(db, { spaceId, meetingId: meetingIdIn(parameters) });
  return meeting !== undefined && (await countIn(db, meeting.roomId)) > 0;
}

async function listMeetings({ db }: BbbParts, { spaceId }: AskedCall): Promise<XmlElement[]> {
  const meetings = await liveMeetings(db, spaceId);
  if (meetings.length === 0) {
    return [
      ['meetings', []],
      ['messageKey', 'noMeetings'],
      ['message', 'There are no meetings.'],
    ];
  }
  const people = await attendeesIn(
    db,
    meetings.map(({ roomId }) => roomId),
  );
  const byRoom = Map.groupBy(people, ({ roomId }) => roomId);
  return [
    ['meetings', meetings.map((meeting) => ['meeting', present(meeting, byRoom.get(meeting.roomId) ?? [])])],
  ];
}

/** The calls that read meetings. */
export const infoCalls = (parts: BbbParts): [string, Call][] => {
  const reading = (run: Call['run']): Call => ({ methods: readingMethods, run });
  return [
    ['isMeetingRunning', reading(async (asked) => [['running', await isRunning(parts, asked)]])],
    ['getMeetings', reading((asked) => listMeetings(parts, asked))],
    [
      'getMeetingInfo',
      reading(async (asked) => {
        const meeting = await liveIn(parts, asked);
        return present(meeting, await attendeesIn(parts.db, [meeting.roomId]));
      }),
    ],
  ];
};

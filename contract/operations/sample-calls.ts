import { Type } from 'typebox';
import { externalMeeting, externalUser, ids, student } from '../examples/ids.ts';
import { About } from '../model.ts';
import { people, room } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import { ExternalId, Id, Nullable, OneOf, RoomId, Timestamp, VisibleText, Whole } from '../shared.ts';

export const sampleCallLimits = { people: 100, minutes: 480 } as const;
export const usualSampleMinutes = 45;

const minutes = { minimum: 1, maximum: sampleCallLimits.minutes };

const SampleCallPerson = Type.Object({
  name: About(VisibleText(100), 'The name of the person, 1 to 100 characters.', student.name),
  role: Type.Optional({
    ...OneOf('user', 'moderator'),
    default: 'user',
    description: 'The role in the call. Default user.',
  }),
  externalUserId: Type.Optional(About(ExternalId, "The person's id in your own system.", externalUser)),
  externalMeetingId: Type.Optional(About(ExternalId, 'Your own id of the meeting.', externalMeeting)),
  minutes: Type.Optional(
    Whole(minutes, 'How long the person stays from the beginning; absent: as minutes of the body says.', 40),
  ),
});

export const sampleCallRoutes = section('Calls', 'docs/decisions/0202', {
  createSampleCall: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/sample-calls',
    permission: room('lead', people),
    summary:
      'Make a finished call without people: with a report, a short recording and its webhooks, marked by isSample and left out of summaries',
    body: Type.Object({
      people: Type.Optional(
        Type.Array(SampleCallPerson, {
          minItems: 1,
          maxItems: sampleCallLimits.people,
          description:
            'A call without this list has a teacher and a learner, with the ids sample-teacher and sample-learner; the learner leaves earlier.',
        }),
      ),
      minutes: Type.Optional(
        Whole(
          { ...minutes, default: usualSampleMinutes },
          'How long people without minutes of their own stay. The call ends now, and lasted as long as the last of them stayed. Default 45.',
          45,
        ),
      ),
      isRecorded: Type.Optional(
        Type.Boolean({
          default: true,
          description: 'Whether the last ten seconds of the call are recorded. Default true.',
        }),
      ),
    }),
    status: 201,
    answer: Type.Object({
      callId: About(Id, 'The call: analytics have its report.', ids.call),
      recordId: Nullable(Id, 'The finished recording; null: none was wanted.', ids.record),
      roomId: RoomId,
      startedAt: About(Timestamp, 'When it began.', '2026-03-17T14:00:00.284Z'),
      finishedAt: About(Timestamp, 'When it ended: now.', '2026-03-17T14:45:00.284Z'),
    }),
    errors: ['call_active', 'record_not_allowed', 'group_storage_full', 'storage_away'],
  }),
});

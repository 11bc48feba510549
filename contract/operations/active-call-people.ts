import { type Static, Type } from 'typebox';
import { sampleListActiveCallPeopleResponse } from '../examples/analytics.ts';
import { About, Model } from '../model.ts';
import { inTheCall, room } from '../permissions/permission.ts';
import { route } from '../route.ts';
import { Count, Flag, Id, pageOfList, Timestamp } from '../shared.ts';
import { AbsentPerson, CallPerson } from './reports.ts';

/** A person of a running call, as its moderators see them: without contact data. */
export const ActiveCallPerson = Model('ActiveCallPerson', {
  ...Type.Omit(CallPerson, ['intervals']).properties,
  isOnline: Flag('Whether the person is in the call now.'),
});
export type ActiveCallPerson = Static<typeof ActiveCallPerson>;

/** Attendance so far, in the room. */
export const activeCallRoutes = {
  listActiveCallPeople: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/calls/active/people',
    permission: room('moderate', inTheCall),
    summary: 'List who has been in the running call so far, and who has not come',
    source: 'decisions 10',
    query: Type.Object(pageOfList),
    answer: Type.Object({
      callId: About(Id, 'The running call.'),
      startedAt: About(Timestamp, 'When the call started.'),
      generatedAt: About(Timestamp, 'The moment until which the figures count.'),
      items: Type.Array(ActiveCallPerson, { description: 'The people of this page, by their first entry.' }),
      total: Count('How many people have been in the call.'),
      onlineCount: Count('How many of them are in it now.'),
      absent: Type.Array(AbsentPerson, {
        description:
          'The first 1,000 people, by name, with a link that nobody has opened; permanent links are not listed.',
      }),
      absentCount: Count('How many people have a link that nobody has opened.'),
    }),
    errors: ['call_not_active'],
    example: { answer: sampleListActiveCallPeopleResponse },
  }),
};

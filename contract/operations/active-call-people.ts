import { type Static, Type } from 'typebox';
import { ids } from '../examples/ids.ts';
import { About, giveExample, Model, sampleOf } from '../model.ts';
import { inTheCall, room } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import { Count, Flag, Id, pageOfList, Timestamp } from '../shared.ts';
import { AbsentPerson, CallPerson } from './reports.ts';

/** A person of a running call, as its moderators see them: without contact data. */
export const ActiveCallPerson = Model('ActiveCallPerson', {
  ...Type.Omit(CallPerson, ['intervals']).properties,
  isOnline: Flag('Whether the person is in the call now.', true),
});
export type ActiveCallPerson = Static<typeof ActiveCallPerson>;
giveExample(ActiveCallPerson, {
  ...sampleOf(ActiveCallPerson),
  lastExitAt: null,
  onlineDuration: 1503,
});

/** Attendance so far, in the room. */
export const activeCallRoutes = section('Calls', 'decisions 10', {
  listActiveCallPeople: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/calls/active/people',
    permission: room('moderate', inTheCall),
    summary: 'List who has been in the running call so far, and who has not come',
    query: Type.Object(pageOfList),
    answer: Type.Object({
      callId: About(Id, 'The running call.', ids.call),
      startedAt: About(Timestamp, 'When the call started.', '2026-03-17T14:00:00.284Z'),
      generatedAt: About(Timestamp, 'The moment until which the figures count.', '2026-03-17T14:25:53.377Z'),
      items: Type.Array(ActiveCallPerson, { description: 'The people of this page, by their first entry.' }),
      total: Count('How many people have been in the call.', 1),
      onlineCount: Count('How many of them are in it now.', 1),
      absent: Type.Array(AbsentPerson, {
        description:
          'The first 1,000 people, by name, with a link that nobody has used; permanent links are not listed.',
      }),
      absentCount: Count('How many people have a link that nobody has used.', 1),
    }),
    errors: ['call_not_active'],
  }),
});

import { Type } from 'typebox';
import { ids } from '../examples/ids.ts';
import { About, Model } from '../model.ts';
import { inTheCall, room } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import { Count, Id, Nullable, OneOf } from '../shared.ts';

const Kind = OneOf('none', 'screen');

export const Stage = Model('Stage', {
  kind: About(
    Kind,
    'What everybody sees in the large tile. none: no item, the page chooses people; screen: the screen that participantId shares.',
    'screen',
  ),
  participantId: Nullable(
    Id,
    'The participant whose screen is on the stage, as in the media server; null unless kind is screen.',
    ids.teacherParticipant,
  ),
  version: Count(
    'Rises by one with each item of this room: one with a lower version than another is older.',
    7,
  ),
});

/** The item that everybody in a room sees; the room's chat channel publishes it. */
export const stageRoutes = section('Calls', 'stage.md', {
  getStage: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/stage',
    permission: room('see', inTheCall),
    summary: 'Read what is on the stage of the room',
    answer: Stage,
  }),
  updateStage: route({
    path: 'PUT /v1/spaces/:spaceId/rooms/:roomId/stage',
    permission: room('moderate', inTheCall),
    summary:
      'Put an item on the stage for everybody; it takes the place of a shared screen, and a screen that begins later takes its place',
    body: Type.Object({
      kind: About(Kind, 'The kind of the item; none takes what is there away.', 'screen'),
      participantId: Type.Optional(
        Nullable(Id, 'For a screen: the participant who shares it.', ids.teacherParticipant),
      ),
    }),
    answer: Stage,
    errors: ['screen_not_shared'],
  }),
});

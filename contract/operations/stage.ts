import { Type } from 'typebox';
import { ids } from '../examples/ids.ts';
import { About, Model } from '../model.ts';
import { inTheCall, room } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import { Count, Id, Nullable, OneOf, Whole } from '../shared.ts';
import { mostDocumentPages } from './document-limits.ts';

const Kind = OneOf('none', 'page', 'screen');
const PageNumber = Whole({ minimum: 1, maximum: mostDocumentPages }, 'The number of a page.');

export const Stage = Model('Stage', {
  kind: About(
    Kind,
    'What everybody sees in the large tile. none: no item, our page chooses people; page: the page of a document; screen: the screen that participantId shares.',
    'page',
  ),
  participantId: Nullable(
    Id,
    'The participant whose screen is on the stage, as in the media server; null unless kind is screen.',
    null,
  ),
  documentId: Nullable(
    Id,
    'The document whose page is on the stage, or under the screen: it returns after the last screen. null: none.',
    ids.document,
  ),
  page: Nullable(PageNumber, 'The number of that page; null without a document.', 3),
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
      kind: About(Kind, 'The kind of the item; none takes what is there away.', 'page'),
      participantId: Type.Optional(Nullable(Id, 'For a screen: the participant who shares it.', null)),
      documentId: Type.Optional(
        Nullable(Id, 'For a page: a document of the room. Otherwise it is ignored.', ids.document),
      ),
      page: Type.Optional(
        Nullable(PageNumber, 'For a page: the number of one that is ready. Otherwise it is ignored.', 3),
      ),
    }),
    answer: Stage,
    errors: ['screen_not_shared'],
  }),
});

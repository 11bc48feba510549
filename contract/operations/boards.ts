import { Type } from 'typebox';
import { ids } from '../examples/ids.ts';
import { About, Model, Sample } from '../model.ts';
import { inTheCall, room } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import { Count, CreatedAt, Flag, List, ListQuery, Nullable, OneOf, OwnId, RoomId } from '../shared.ts';
import { BoardElement } from './board-elements.ts';

const Kind = OneOf('shared', 'personal', 'page');
const kindText =
  'shared: of the room; personal: of one person, whom moderators see; page: over a page of a document.';
const BoardName = Type.String({ maxLength: 100 });
const DocumentId = Type.String({ pattern: '^[0-9a-f]{24}$' });
const Page = Type.Integer({ minimum: 1, maximum: 10_000 });

export const Board = Model('Board', {
  id: Sample(OwnId, ids.board),
  roomId: RoomId,
  kind: About(Kind, kindText, 'shared'),
  name: About(BoardName, 'Its name; may be empty.', 'Fractions'),
  ownerId: Nullable(Type.String(), 'The chat user to whom a personal board belongs.', null),
  documentId: Nullable(Type.String(), 'The document of the page.', null),
  page: Nullable(Type.Integer(), 'The page, from 1.', null),
  isLocked: Flag('Whether only moderators draw on it.', false),
  isDrawingAllowed: Flag('Whether the caller may draw on it now.', true),
  elementCount: Count('Its elements, without deleted ones.', 12),
  createdAt: Sample(CreatedAt, '2026-03-17T13:42:08.117Z'),
});

const inRoom = '/v1/spaces/:spaceId/rooms/:roomId/boards';

/** Boards that people in a call draw on; drawing itself is a message of the socket. */
export const boardRoutes = section('Boards', 'stage.md', {
  listBoards: route({
    path: `GET ${inRoom}`,
    permission: room('partake', inTheCall),
    summary: 'List the boards of a room that the caller sees, in the order of their creation',
    query: ListQuery({}),
    answer: List(Board),
  }),
  createBoard: route({
    path: `POST ${inRoom}`,
    permission: room('partake', inTheCall),
    summary:
      'Create a board: as a moderator a shared one or that of a page, as a participant your own personal one; one that exists is answered as it is',
    body: Type.Object({
      kind: About(Kind, kindText, 'shared'),
      name: Type.Optional(About(BoardName, 'Its name, up to 100 characters.', 'Fractions')),
      documentId: Type.Optional(About(DocumentId, 'For a page: its document.', ids.board)),
      page: Type.Optional(About(Page, 'For a page: its number, from 1.', 1)),
    }),
    answer: Board,
    errors: ['too_many_boards', 'not_joined'],
    example: { body: { kind: 'shared', name: 'Fractions' } },
  }),
  updateBoard: route({
    path: `PUT ${inRoom}/:boardId`,
    permission: room('moderate', inTheCall),
    summary: 'Lock a board, so that only moderators draw on it, or change its name',
    body: Type.Object({
      name: Type.Optional(About(BoardName, 'Its name, up to 100 characters.', 'Fractions')),
      isLocked: Type.Optional(Flag('Whether only moderators draw on it.', true)),
    }),
    answer: Board,
  }),
  deleteBoard: route({
    path: `DELETE ${inRoom}/:boardId`,
    permission: room('moderate', inTheCall),
    summary: 'Delete a board and what is on it',
  }),
  listBoardElements: route({
    path: `GET ${inRoom}/:boardId/elements`,
    permission: room('partake', inTheCall),
    summary: 'Read a board: all its elements, or only those that changed since a number',
    query: Type.Object({
      since: Type.Optional(
        About(
          Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
          'The seq that the caller knows.',
          12,
        ),
      ),
    }),
    answer: Model('BoardElements', {
      boardId: About(Type.String(), 'The board.', ids.board),
      seq: Count('The number of the last change in this answer.', 14),
      isWhole: Flag(
        'Whether these are all elements, which replace what the caller knew; else apply them to it.',
        true,
      ),
      elements: Type.Array(BoardElement, {
        description: 'In the order of their last change; deleted ones only if isWhole is false.',
      }),
    }),
  }),
  clearBoard: route({
    path: `DELETE ${inRoom}/:boardId/elements`,
    permission: room('moderate', inTheCall),
    summary: 'Remove everything from a board, whoever drew it',
  }),
  updateDrawing: route({
    path: 'PUT /v1/spaces/:spaceId/rooms/:roomId/participants/:participantId/drawing',
    permission: room('moderate', inTheCall),
    summary: 'Let a participant draw or not, whatever the room says about others',
    body: Type.Object({
      isAllowed: Nullable(Type.Boolean(), 'Whether they may draw; null: as the room says.', true),
    }),
    answer: Model('Drawing', { isAllowed: Flag('Whether they may draw now.', true) }),
    errors: ['not_joined'],
  }),
});

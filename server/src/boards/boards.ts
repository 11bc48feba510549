/**
 * Boards that people in a call draw on (docs/decisions/0227). Owns `boards`, `board_elements` and `drawing_grants`.
 * Offers: the messages of the socket (`live-methods.ts`), and the erasure of a person. Listens to: the room's permission to draw.
 * Look first: `draw.ts` makes every change of elements; `server/migrations/views/board_standing.sql` states who may draw.
 */

export { publishDrawingChange } from './change.ts';
export { deleteBoardsOfRoom, eraseFromBoards } from './erase.store.ts';
export { boardMethods } from './live-methods.ts';
export type { BoardParts } from './parts.ts';
export { boardEndpoints } from './routes.ts';
export { StrokeBatches } from './strokes.ts';

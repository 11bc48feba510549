// In a file of its own, since pages need the limits without the schemas.

/** Elements of one message. */
export const mostElementsAtOnce = 20;
export const mostPoints = 5_000;
/** On one board. */
export const mostElements = 5_000;
export const mostBoardBytes = 8 * 1024 * 1024;
export const mostElementBytes = 64 * 1024;
/** Boards of a room, shared and personal ones together, and those over pages. */
export const mostBoards = 40;
export const mostPageBoards = 500;

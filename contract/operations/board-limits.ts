// In a file of its own, since pages need the limits without the schemas.

/** Elements of one message. */
export const mostElementsAtOnce = 20;
export const mostPoints = 5_000;
/** On one board. */
export const mostElements = 5_000;
export const mostBoardBytes = 8 * 1024 * 1024;
/** In a message of the socket, of 64 KiB. */
export const mostElementBytes = 60_000;
/** Boards of a room, by their kind. */
export const mostBoards = { shared: 40, personal: 500, page: 500 };

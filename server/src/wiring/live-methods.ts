import { boardMethods, type StrokeBatches } from '../boards/boards.ts';
import type { ChatParts } from '../chat/chat.ts';
import { type LiveMethod, liveStandingsOf, pointerMethods } from '../live/live.ts';
import type { Db } from '../platform/db/db.ts';

/** The messages that clients may send by the socket, of all features. */
export const liveMethodsOf = (
  parts: Pick<ChatParts, 'socket'> & { db: Db; strokes: StrokeBatches },
): LiveMethod[] => [...pointerMethods(parts, liveStandingsOf(parts.db)), ...boardMethods(parts)];

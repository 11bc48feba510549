import type { ChatParts } from '../chat/chat.ts';
import { type LiveMethod, LiveStandings, pointerMethods } from '../live/live.ts';
import type { Db } from '../platform/db/db.ts';

/** The messages that clients may send by the socket, of all features. */
export function liveMethodsOf(parts: Pick<ChatParts, 'socket'> & { db: Db }): LiveMethod[] {
  const standings = new LiveStandings(parts.db);
  return [...pointerMethods(parts, standings)];
}

import { serverTime } from '../call/clock.ts';
import type { CallEntry, CallRoom } from '../call-contract.ts';
import { openCentrifuge, socketUrl } from '../live/centrifuge.ts';
import { Chat } from './chat.ts';
import { browserMemory } from './memory.ts';
import { serverApi } from './server-api.ts';

const socketPath = '/connection/websocket';

/** The chat on real parts: the stock client of the socket, the browser, our server. */
export function openChat(entry: CallEntry, room: CallRoom): Chat {
  return new Chat({
    channelId: room.channelId,
    participantId: entry.participantId,
    api: serverApi(entry),
    open: openCentrifuge(socketUrl(socketPath, window.location.href)),
    clock: serverTime,
    memory: browserMemory(() => window.localStorage),
    visit: browserMemory(() => window.sessionStorage),
    newId,
    page: window,
  });
}

/** Not `randomUUID`: a page that was not opened over HTTPS has none. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

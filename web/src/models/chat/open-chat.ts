import { serverTime } from '../../kit/clock.ts';
import { randomHex } from '../../kit/random-id.ts';
import type { CallEntry, CallRoom } from '../call/call-contract.ts';
import { openCentrifuge, socketUrl } from '../live/centrifuge.ts';
import { Chat } from './chat.ts';
import { browserMemory } from './memory.ts';
import { chatApi } from './server-api.ts';

const socketPath = '/connection/websocket';

/** Builds the chat from the stock socket client, the browser and our server. */
export function openChat(entry: CallEntry, room: Pick<CallRoom, 'channelId'>): Chat {
  return new Chat({
    channelId: room.channelId,
    participantId: entry.participantId,
    api: chatApi(entry),
    open: openCentrifuge(socketUrl(socketPath, window.location.href)),
    clock: serverTime,
    memory: browserMemory(() => window.localStorage),
    visit: browserMemory(() => window.sessionStorage),
    newId: randomHex,
    page: window,
  });
}

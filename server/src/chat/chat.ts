/** The public interface of the chat. */

export { publishToRoom, publishWithoutNumber } from './changes.ts';
export { beginNewEpochs, lockRoomChannel } from './channels/store.ts';
export { eraseFromChat } from './erase.ts';
export { type ChatListeners, chatListeners } from './listeners.ts';
export type { ChatParts } from './parts.ts';
export { spaceOfMachineToken } from './people/applications.store.ts';
export { chatEndpoints } from './routes.ts';
export { chatSource } from './source.ts';
export { startRecheckingExcluded } from './sweep.ts';
export { createChatTrimmer, createChatUserEraser, createPollEraser } from './trim.ts';

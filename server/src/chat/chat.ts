/** What the chat offers to the program and to the features above it. */

export { newsOfChannel, tellRoom } from './changes.ts';
export { beginNewEpochs } from './channels/store.ts';
export { eraseFromChat } from './erase.ts';
export { type ChatListeners, chatListeners } from './listeners.ts';
export type { ChatParts } from './parts.ts';
export { applicationOf } from './people/applications.store.ts';
export { chatEndpoints } from './routes.ts';
export { chatSource } from './source.ts';
export { startSweeping } from './sweep.ts';
export { erasingPolls, forgettingChatUsers, trimmingChat } from './trim.ts';

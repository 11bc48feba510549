import { chatChannelRoutes } from './channels.ts';
import { chatMessageRoutes } from './messages.ts';
import { chatPeopleRoutes } from './people.ts';
import { chatPollRoutes } from './polls.ts';

/** The chat (chat.md). Its operations stand under `/v1` and, the same, under `/chat`. */
export const chatRoutes = {
  ...chatChannelRoutes,
  ...chatMessageRoutes,
  ...chatPollRoutes,
  ...chatPeopleRoutes,
};

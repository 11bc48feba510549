import { chatChannelRoutes } from './channels.ts';
import { chatMessageRoutes } from './messages.ts';
import { chatPeopleRoutes } from './people.ts';
import { chatPollRoutes } from './polls.ts';

/** The chat (chat.md). Its operations have two paths: under `/v1` and under `/chat`. */
export const chatRoutes = {
  ...chatChannelRoutes,
  ...chatMessageRoutes,
  ...chatPollRoutes,
  ...chatPeopleRoutes,
};

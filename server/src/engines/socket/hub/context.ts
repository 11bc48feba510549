import type { Logger } from '../../../platform/logging/log.ts';
import type { SocketInbox } from '../socket.ts';
import type { Channels } from './channels/channels.ts';
import type { Tokens } from './commands/tokens.ts';
import type { Standings } from './connections/standings.ts';
import type { Limits } from './limits.ts';

/** The part of the hub that its command handlers use. */
export interface Context {
  limits: Limits;
  tokens: Tokens;
  channels: Channels;
  standings: Standings;
  /** Undefined: the hub takes no messages of clients. */
  inbox: SocketInbox | undefined;
  log: Logger;
}

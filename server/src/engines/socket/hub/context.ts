import type { Logger } from '../../../platform/log.ts';
import type { Bus } from './bus.ts';
import type { Channels } from './channels.ts';
import type { Limits } from './limits.ts';
import type { Standings } from './standings.ts';
import type { Tokens } from './tokens.ts';

/** What the answering of commands needs of the hub. */
export interface Context {
  limits: Limits;
  tokens: Tokens;
  channels: Channels;
  standings: Standings;
  bus: Bus;
  log: Logger;
}

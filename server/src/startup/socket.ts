import type { Config } from '../config.ts';
import { createHub } from '../engines/socket/hub/hub.ts';
import { type SocketEngine, socketPath } from '../engines/socket/socket.ts';
import type { Keyring } from '../platform/crypto.ts';
import type { Logger } from '../platform/log.ts';

/** What carries the chat's changes to those who listen, as the settings say. */
export function startSocket(
  config: Config,
  { log, keyring }: { log: Logger; keyring: Keyring },
): SocketEngine {
  const url = `${config.LECTERN_URL.origin.replace(/^http/, 'ws')}${socketPath}`;
  return createHub({ keyring, url, tokenSeconds: config.LECTERN_SOCKET_TOKEN_SECONDS, log });
}

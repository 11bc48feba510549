import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { Refusal } from '../../../platform/errors.ts';
import { refuseSocket } from '../../../platform/http/connections/raw-response.ts';
import type { TakeUpgrade } from '../../../platform/http/connections/upgrades.ts';
import type { Limits } from './limits.ts';

/** How long a client may take to answer our close frame. */
const closeTimeoutMs = 5_000;

const binaryRefusal = new Refusal('body_unreadable', {
  message: 'The protobuf variant of the protocol is not supported; connect with the JSON variant.',
});

/** Does the client ask for the binary variant of the protocol, which the hub does not speak? */
const isBinaryClient = ({ headers }: IncomingMessage): boolean =>
  headers['sec-websocket-protocol']?.includes('centrifuge-protobuf') ?? false;

/** Turns upgrade requests into WebSockets, and refuses those that come while the hub stops. */
export function createUpgradeRoute(
  limits: Limits,
  onOpen: (ws: WebSocket, socket: Duplex) => void,
): { take: TakeUpgrade; close(): void } {
  let isClosed = false;
  const options = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.frameBytes,
    closeTimeout: closeTimeoutMs,
    handleProtocols: () => false as const,
  };
  const server = new WebSocketServer(options);
  return {
    take: (request, socket, head) => {
      if (isClosed) refuseSocket(socket, new Refusal('stopping', { retryAfter: 2 }));
      else if (isBinaryClient(request)) refuseSocket(socket, binaryRefusal);
      else server.handleUpgrade(request, socket, head, (ws) => onOpen(ws, socket));
    },
    close: () => {
      isClosed = true;
      server.close();
    },
  };
}

import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { socketPath } from '../socket.ts';
import type { Limits } from './limits.ts';

type OnUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** How long a client may take to answer our closing. */
const closeTimeoutMs = 5_000;

/** The binary variant of the protocol, which we do not speak. */
const isBinaryClient = ({ headers }: IncomingMessage): boolean =>
  headers['sec-websocket-protocol']?.includes('centrifuge-protobuf') ?? false;

const pathOf = ({ url = '' }: IncomingMessage): string => url.replace(/[?#].*/s, '').replace(/\/$/, '');

function refuse(socket: Duplex, status: string): void {
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/**
 * Puts `take` before whatever else answers upgrades of this server. The others then believe that they are alone:
 * a proxy among them answers what belongs to nobody, which would hang if two waited for each other.
 */
export function takeUpgrades(http: Server, take: OnUpgrade): void {
  const dispatch = () => {
    const others = http.listeners('upgrade') as OnUpgrade[];
    http.removeAllListeners('upgrade');
    http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (pathOf(request) === socketPath) take(request, socket, head);
      else if (others.length === 0) refuse(socket, '404 Not Found');
      else for (const other of others) other.call(http, request, socket, head);
    });
  };
  if (http.listening) dispatch();
  else http.once('listening', dispatch);
}

/** Makes WebSockets of the upgrades that are for us. */
export function createDoor(
  limits: Limits,
  onOpen: (ws: WebSocket, socket: Duplex) => void,
): { take: OnUpgrade; close(): void } {
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
      if (isClosed) refuse(socket, '503 Service Unavailable');
      else if (isBinaryClient(request)) refuse(socket, '400 Bad Request');
      else server.handleUpgrade(request, socket, head, (ws) => onOpen(ws, socket));
    },
    close: () => {
      isClosed = true;
      server.close();
    },
  };
}

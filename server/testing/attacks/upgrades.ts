import { setImmediate, setTimeout } from 'node:timers/promises';
import { next, openSocket, readAll, statusesIn, upgradeHead } from './raw-socket.ts';

/** Sends an upgrade and then these bytes, without waiting for a response. @returns the statuses of the responses */
export async function upgradeThenBytes(url: string, target: string, bytes: Uint8Array): Promise<number[]> {
  const socket = await openSocket(url);
  const received = readAll(socket);
  socket.write(upgradeHead(target));
  // Sent in a packet of their own, after the first response if there is one.
  await next(socket, 'data');
  socket.write(bytes);
  await setImmediate();
  socket.end();
  return statusesIn(await received);
}

/** Two bytes of a frame with reserved bits: such a frame once ended the process. */
export const brokenFrame = Uint8Array.of(0xf1, 0x00);

/**
 * Sends a plain request and an upgrade in one packet.
 * @param headers whole lines for the plain request
 * @returns the statuses of the responses
 */
export async function requestAndUpgradeInOnePacket(
  url: string,
  target: string,
  headers: string[] = [],
): Promise<number[]> {
  const socket = await openSocket(url);
  const plain = ['GET /healthz HTTP/1.1', 'Host: localhost', ...headers, '\r\n'].join('\r\n');
  socket.write(`${plain}${upgradeHead(target)}`);
  return statusesIn(await readAll(socket));
}

/** Sends an upgrade alone. @returns what the server sent until it closed the connection */
export async function upgrade(url: string, target: string, headers: string[] = []): Promise<string> {
  const socket = await openSocket(url);
  socket.write(upgradeHead(target, headers));
  return readAll(socket);
}

/** Resets connections while the server handles their upgrades, after more and more event loop turns. */
export async function resetDuringUpgrades(url: string, target: string, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    const socket = await openSocket(url);
    socket.write(upgradeHead(target));
    for (let wait = 0; wait < turn % 20; wait += 1) await setImmediate();
    socket.resetAndDestroy();
    await next(socket, 'close');
  }
}

/** Targets that resemble `path`: none of them may reach its handler. */
export const oddTargets = (path: string): string[] => [
  `${path}/x#y`,
  `${path}#y`,
  `${path}?a=b#c`,
  `${path}/../x`,
  `/x/..${path}`,
  `/.${path}`,
  `${path}x`,
  `/${path}`,
  `${path}/`,
  `${path}//v1`,
  path.toUpperCase(),
  `${path.slice(0, -1)}%${path.charCodeAt(path.length - 1).toString(16)}`,
  `${path};x`,
  `${path}%00`,
  `http://localhost${path}`,
  `http://elsewhere.example${path}`,
];

/**
 * Opens a WebSocket and sends one message of `megabytes` in a masked binary frame.
 * @returns the statuses of the responses, and how many bytes were written when the server closed the connection
 */
export async function hugeMessage(
  url: string,
  target: string,
  megabytes: number,
): Promise<{ statuses: number[]; sent: number }> {
  const socket = await openSocket(url);
  const received = readAll(socket, 60_000);
  socket.write(upgradeHead(target));
  await next(socket, 'data');
  const head = Buffer.alloc(14);
  head.set([0x82, 0xff]);
  head.writeBigUInt64BE(BigInt(megabytes) << 20n, 2);
  socket.write(head);
  const chunk = Buffer.alloc(1 << 20);
  let sent = 0;
  for (; sent < megabytes && !socket.destroyed; sent += 1) {
    if (!socket.write(chunk)) await next(socket, 'drain');
  }
  socket.destroy();
  return { statuses: statusesIn(await received), sent: sent << 20 };
}

/** Sends the head of an upgrade one byte at a time. @returns the statuses of the responses */
export async function slowUpgrade(
  url: string,
  target: string,
  { pauseMs, timeoutMs }: { pauseMs: number; timeoutMs: number },
): Promise<number[]> {
  const socket = await openSocket(url);
  const received = readAll(socket, timeoutMs);
  for (const byte of upgradeHead(target)) {
    if (socket.destroyed) break;
    socket.write(byte);
    await setTimeout(pauseMs);
  }
  return statusesIn(await received);
}

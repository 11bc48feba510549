import { createServer, type Socket } from 'node:net';
import { machineTicks } from './clock.ts';
import type { Arrival, FromReceivers, ReceiverHealth, ToReceivers } from './receivers.ts';

/**
 * The process of the receivers, each on its own port. They read as little of a request as possible, so that an
 * arrival's time is that of its last byte and little processor time is used.
 */
const behaviours: ReceiverHealth[] = JSON.parse(process.argv[2] ?? '[]');
const answers = {
  well: 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n',
  failing: 'HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\nconnection: close\r\n\r\n',
};
const tell = (message: FromReceivers) => process.send?.(message);

let arrivals: Arrival[] = [];
let [well, told] = [0, 0];

const header = (head: string, name: string): string =>
  new RegExp(`^${name}: *(.*?)\r?$`, 'im').exec(head)?.[1] ?? '';

function receive(socket: Socket, receiver: number): void {
  const behaviour = behaviours[receiver] as ReceiverHealth;
  let text = '';
  socket.setEncoding('latin1');
  socket.on('error', () => undefined);
  socket.on('data', (part: string) => {
    text += part;
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = text.slice(0, end);
    if (text.length < end + 4 + Number(header(head, 'content-length'))) return;
    arrivals.push({ receiver, at: machineTicks(), eventId: header(head, 'webhook-id') });
    text = '';
    if (behaviour === 'hanging') return;
    if (behaviour === 'well') well += 1;
    socket.end(answers[behaviour]);
  });
}

const ports = behaviours.map(async (_, receiver) => {
  const server = createServer((socket) => receive(socket, receiver));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 512, resolve));
  return (server.address() as { port: number }).port;
});

process.on('message', (message: ToReceivers) => {
  if (message !== 'take') return;
  tell({ arrivals });
  arrivals = [];
});
// The generator paces itself by the number of arrivals.
setInterval(() => {
  if (well !== told) tell({ well });
  told = well;
}, 10);
process.once('disconnect', () => process.exit(0));
tell({ ports: await Promise.all(ports) });

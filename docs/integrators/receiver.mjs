// A receiver of Lectern's webhooks that does it right: check, keep, answer, and work afterwards.
// SECRET=<the webhook's secret> node receiver.mjs <port>
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.SECRET;
if (!secret) throw new Error('SECRET is not set');
const port = Number(process.argv[2] ?? 9000);
const toleranceSeconds = 300;
const mostBytes = 64 * 1024;

const isSame = (a, b) => a.length === b.length && timingSafeEqual(a, b);

/** The event, or null when the headers do not prove that it is ours, and of now. */
function open(raw, headers) {
  const {
    'webhook-id': id = '',
    'webhook-timestamp': sentAt = '',
    'webhook-signature': signatures = '',
  } = headers;
  if (!/^\d{1,12}$/.test(sentAt) || Math.abs(Date.now() / 1000 - Number(sentAt)) > toleranceSeconds)
    return null;
  const signature = createHmac('sha256', secret).update(`${id}.${sentAt}.`).update(raw).digest('base64');
  const expected = Buffer.from(`v1,${signature}`);
  const isOurs = signatures.split(' ').some((one) => isSame(Buffer.from(one), expected));
  return isOurs ? JSON.parse(raw.toString('utf8')).body : null;
}

/** The bytes as they came; null when there are too many. */
async function read(request) {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > mostBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

// In production use a table with the id as its key: store the event there, respond, and let a worker take it from
// there. An event that is only in memory is lost if this program ends after the response.
const known = new Set();

/** Stores an event. @returns whether it is new: the same event may arrive again under the same id */
function keep(id) {
  const isNew = !known.has(id);
  known.add(id);
  return isNew;
}

/** Stands for the work of your system. It may take long, because the response has been sent. */
async function work({ eventName, roomId }, { isTest }) {
  console.log(isTest ? `a test delivery: ${eventName}` : `${eventName} in room ${roomId}`);
}

createServer(async (request, response) => {
  if (request.method !== 'POST') return response.writeHead(405).end();
  const raw = await read(request);
  if (!raw) return response.writeHead(413, { connection: 'close' }).end();
  const event = open(raw, request.headers);
  if (!event) {
    console.log('a delivery with a wrong signature');
    return response.writeHead(401).end();
  }
  const id = request.headers['webhook-id'];
  const isNew = keep(id);
  response.writeHead(204).end();
  if (isNew) await work(event, { isTest: request.headers['x-lectern-test'] === '1' });
  else console.log(`known already: ${id}`);
}).listen(port, '127.0.0.1', () => console.log(`waiting for webhooks on http://127.0.0.1:${port}`));

// A receiver of Lectern's webhooks, written from the interface's text alone.
// SECRET=<the webhook's secret> node receiver.mjs <port>
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.SECRET ?? '';
const port = Number(process.argv[2] ?? 9000);

/** The event, or null when it was not signed with our secret. */
function open(raw) {
  try {
    const { signature, body } = JSON.parse(raw);
    const expected = createHmac('sha256', secret).update(JSON.stringify(body)).digest();
    const given = Buffer.from(signature, 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected) ? body : null;
  } catch {
    return null;
  }
}

createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const event = open(Buffer.concat(parts).toString('utf8'));
  response.writeHead(event ? 204 : 401).end();
  console.log(event ? `${event.eventName} in room ${event.roomId}` : 'a delivery with a wrong signature');
}).listen(port, '127.0.0.1', () => console.log(`waiting for webhooks on http://127.0.0.1:${port}`));

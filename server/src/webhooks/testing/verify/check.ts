// Reads cases from stdin, one on each line, and prints the result of each function: `event event`.
import { readFileSync } from 'node:fs';

const { openByBody, openByHeaders } = await import(process.argv[2] ?? '');

for (const line of readFileSync(0, 'utf8').trimEnd().split('\n')) {
  const [raw64 = '', id, sentAt, signature, secret = '', now] = line.split('\t');
  const raw = Buffer.from(raw64, 'base64');
  const headers = Object.fromEntries(
    Object.entries({ 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signature }).filter(
      ([, value]) => value !== '-',
    ),
  );
  const opened = [openByHeaders(raw, headers, { secret, now: Number(now) }), openByBody(raw, secret)];
  console.log(opened.map((event) => event?.eventName ?? 'null').join(' '));
}

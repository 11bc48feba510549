/** One unmasked WebSocket text frame; the same buffer can be written to any number of connections. */
export function textFrame(text: string): Buffer {
  const size = Buffer.byteLength(text);
  const head = size < 126 ? 2 : size < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + size);
  frame[0] = 0x81;
  if (head === 2) {
    frame[1] = size;
  } else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(size, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(size), 2);
  }
  frame.write(text, head);
  return frame;
}

/** A newline separates the objects of the protocol, so JSON text with newlines is serialized again. */
const onOneLine = (json: string): string =>
  json.includes('\n') || json.includes('\r') ? JSON.stringify(JSON.parse(json)) : json;

/** JSON text of a publication, given the JSON text of its data. */
export const publication = (data: string, offset?: number): string =>
  offset === undefined ? `{"data":${onOneLine(data)}}` : `{"data":${onOneLine(data)},"offset":${offset}}`;

export const push = (channel: string, kind: string, body: string): string =>
  `{"push":{"channel":${JSON.stringify(channel)},"${kind}":${body}}}`;

export const reply = (id: number, name: string, body: string): string => `{"id":${id},"${name}":${body}}`;

/** A server's ping and a client's pong. */
export const ping = '{}';

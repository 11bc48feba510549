import { connect } from 'node:net';
import { tusVersion } from '../../contract/operations/assets.ts';
import { type RawAnswer, type RawRequest, sendRaw } from './raw.ts';

const starts = {
  mp4: Buffer.from('0000001c66747970', 'hex').toString('latin1').concat('isom\0\0\x02\0isomiso2mp41'),
  mov: '\0\0\0\x14ftypqt  \0\0\x02\0qt  ',
  mkv: '\x1a\x45\xdf\xa3\x93\x42\x82\x88matroska\x42\x87\x81\x04',
  webm: '\x1a\x45\xdf\xa3\x8f\x42\x82\x84webm\x42\x87\x81\x04',
} as const;

/** Bytes that begin as a file of this container does; each further byte depends on its position. */
export function videoBytes(size: number, kind: keyof typeof starts = 'mp4'): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += 1) bytes[at] = (at * 31 + (at >> 8) * 7) & 0xff;
  bytes.write(starts[kind], 0, 'latin1');
  return bytes;
}

export const tusHeaders = { 'tus-resumable': tusVersion };
export const bytesType = 'application/offset+octet-stream';

interface ByToken {
  url: string;
  token: string;
}

export type TusRequest = Omit<RawRequest, 'token'>;

/** Sends a request of tus with its version. */
export const sendTus = ({ url, token }: ByToken, request: TusRequest): Promise<RawAnswer> =>
  sendRaw(url, { ...request, token, headers: { ...tusHeaders, ...request.headers } });

export const metadataOf = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

interface UploadOf {
  spaceId: string;
  size: number;
  fileName?: string;
  purpose?: 'video' | 'document';
}

/** Creates an upload without bytes. @returns its path and id */
export async function createUpload(
  by: ByToken,
  { spaceId, size, fileName = 'Lesson 1.mp4', purpose }: UploadOf,
): Promise<{ path: string; id: string }> {
  const headers = {
    'upload-length': String(size),
    'upload-metadata': metadataOf({ filename: fileName, ...(purpose && { purpose }) }),
  };
  const answer = await sendTus(by, { path: `/v1/spaces/${spaceId}/assets`, headers });
  const path = answer.headers.get('location') ?? '';
  if (answer.status !== 201 || path === '') throw new Error(`no upload was created: ${answer.text}`);
  return { path, id: path.split('/').at(-1) ?? '' };
}

/** Sends bytes at an offset. */
export const sendBytes = (
  by: ByToken,
  { path, offset, body }: { path: string; offset: number; body: Uint8Array<ArrayBuffer> },
): Promise<RawAnswer> =>
  sendTus(by, { method: 'PATCH', path, type: bytesType, body, headers: { 'upload-offset': String(offset) } });

/** The offset that the server reports. */
export async function offsetOf(by: ByToken, path: string): Promise<number> {
  const { status, headers } = await sendTus(by, { method: 'HEAD', path });
  if (status !== 200) throw new Error(`HEAD was answered with ${status}`);
  return Number(headers.get('upload-offset'));
}

/** Begins a PATCH whose bytes the test sends as it likes. */
export function beginPatch(
  { url, token }: ByToken,
  path: string,
  { length, offset }: { length: number; offset: number },
) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(
    [
      `PATCH ${path} HTTP/1.1`,
      'host: 127.0.0.1',
      `authorization: Bearer ${token}`,
      'tus-resumable: 1.0.0',
      `content-type: ${bytesType}`,
      `content-length: ${length}`,
      `upload-offset: ${offset}`,
      '\r\n',
    ].join('\r\n'),
  );
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  socket.on('error', () => undefined);
  return { socket, answer: () => answer };
}

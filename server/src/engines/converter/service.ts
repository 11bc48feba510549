import { createWriteStream, openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { limitBytes } from '../../platform/limit-bytes.ts';

/** The service refuses the file, or made no PDF of it. */
export class ConverterRefused extends Error {
  override name = 'ConverterRefused';
}

export const timings = { longestMs: 120_000 };

/** A PDF may be larger than its office file. */
const mostBytes = 300_000_000;

/**
 * Has a service with the interface of Gotenberg make a PDF of an office file.
 * @param end the end of the name that the service knows the type by
 * @throws ConverterRefused, the error of the connection, the reason of the signal
 */
export async function convertByService(
  service: URL,
  { input, end, output, signal }: { input: string; end: string; output: string; signal: AbortSignal },
): Promise<void> {
  const base = service.href.endsWith('/') ? service.href : `${service.href}/`;
  const form = new FormData();
  form.append('files', await openAsBlob(input), `document.${end}`);
  const answer = await fetch(new URL('forms/libreoffice/convert', base), {
    ...{ method: 'POST', body: form, redirect: 'error' },
    signal: AbortSignal.any([signal, AbortSignal.timeout(timings.longestMs)]),
  });
  if (answer.status >= 400 && answer.status < 500) {
    await answer.body?.cancel();
    throw new ConverterRefused(`the converter answered with ${answer.status}`);
  }
  if (!answer.ok || !answer.body) throw new Error(`the converter answered with ${answer.status}`);
  await pipeline(
    Readable.fromWeb(answer.body as ReadableStream),
    limitBytes(mostBytes, () => new ConverterRefused('the PDF of the converter is too large')),
    createWriteStream(output, { flags: 'wx', mode: 0o600 }),
    { signal },
  );
}

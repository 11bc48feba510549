import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import tls from 'node:tls';

const FIRST_ANSWER_MS = 8_000;
const STALLED_MS = 30_000;

function reasonOf(error) {
  const cause = error.cause ?? error;
  return cause.code ?? cause.message ?? String(cause);
}

async function* watched(body, { hash, onBytes, alive }) {
  let received = 0;
  for await (const chunk of Readable.fromWeb(body)) {
    alive();
    hash.update(chunk);
    received += chunk.length;
    onBytes(received);
    yield chunk;
  }
}

/** Many networks of schools and companies intercept TLS with a certificate that only the system trusts. */
function trustSystemCertificates() {
  if (!tls.setDefaultCACertificates) return;
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...tls.getCACertificates('system')]);
}

/**
 * Downloads to a temporary file, checks the SHA-256 and then renames it. A network that refuses or does not respond
 * within seconds is an error at once: there are other sources.
 */
export async function download(
  url,
  file,
  { sha256, onProgress = () => {}, firstAnswerMs = FIRST_ANSWER_MS },
) {
  trustSystemCertificates();
  const draft = `${file}.part`;
  const stop = new AbortController();
  let timer = setTimeout(() => stop.abort(new Error('no response')), firstAnswerMs);
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(new Error('the transfer stalled')), STALLED_MS);
  };
  try {
    await mkdir(dirname(file), { recursive: true });
    const response = await fetch(url, { signal: stop.signal });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const total = Number(response.headers.get('content-length'));
    const onBytes = (received) => onProgress(received, total);
    const hash = createHash('sha256');
    await pipeline(watched(response.body, { hash, onBytes, alive }), createWriteStream(draft));
    if (hash.digest('hex') !== sha256) throw new Error('its SHA-256 does not match');
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw new Error(reasonOf(error));
  } finally {
    clearTimeout(timer);
  }
}

export function megabytes(received, total) {
  const done = `${(received / 1e6).toFixed(0)}`;
  return total ? `${done} of ${(total / 1e6).toFixed(0)} MB` : `${done} MB`;
}

// Uploads a video into a group of Lectern, with the stock client of tus.
// npm install tus-js-client
// TOKEN=<a token of a moderator> node upload.mjs <address of Lectern> <group> <file>
// Stopped in the middle and started again, it continues where it stopped.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import * as tus from 'tus-js-client';

const [base = 'http://localhost:8080', group = '', file = ''] = process.argv.slice(2);
const { size } = await stat(file);
const url = await new Promise((done, fail) => {
  const upload = new tus.Upload(createReadStream(file), {
    endpoint: `${base}/v1/spaces/${group}/assets`,
    headers: { authorization: `Bearer ${process.env.TOKEN}` },
    metadata: { filename: basename(file) },
    // A request that is lost costs no more than this.
    chunkSize: 8 * 1024 * 1024,
    uploadSize: size,
    retryDelays: [0, 1000, 3000, 10_000, 30_000],
    // Remembers the upload for the next start, in a browser by itself.
    urlStorage: new tus.FileUrlStorage(join(tmpdir(), 'lectern-uploads.json')),
    fingerprint: async () => `${base} ${group} ${file} ${size}`,
    removeFingerprintOnSuccess: true,
    onChunkComplete: (_bytes, sent, total) => console.log(`${Math.floor((100 * sent) / total)} %`),
    onSuccess: () => done(upload.url),
    onError: fail,
  });
  upload.findPreviousUploads().then(([earlier]) => {
    if (earlier) upload.resumeFromPreviousUpload(earlier);
    upload.start();
  }, fail);
});
console.log(new URL(url).pathname);

import { promisify } from 'node:util';
import yauzl from 'yauzl';
import type { ConvertJob } from '../folder/convert-job.ts';
import { Unconvertible } from './unconvertible.ts';

type OfficeType = Exclude<ConvertJob['type'], 'pdf' | 'picture'>;

/** The file that an archive of each type has. */
const mainFiles: Record<OfficeType, string> = {
  pptx: 'ppt/presentation.xml',
  odp: 'content.xml',
  docx: 'word/document.xml',
};

/** A presentation has some hundreds of files, and pictures that hardly become smaller. */
const limits = { entries: 10_000, bytes: 500_000_000, ratio: 200, ratioFrom: 1_000_000 };

const open = promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open);

/** Checks what an office file will need before a program unpacks it. @throws Unconvertible */
export async function checkArchive(path: string, type: OfficeType): Promise<void> {
  const broken = (error: unknown) => new Unconvertible('unreadable', `not an archive: ${String(error)}`);
  const archive = await open(path, { lazyEntries: true, autoClose: true }).catch((error: unknown) => {
    throw broken(error);
  });
  if (archive.entryCount > limits.entries) throw new Unconvertible('page_too_large', 'too many files');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let bytes = 0;
  let hasMainFile = false;
  archive.on('entry', (entry: yauzl.Entry) => {
    const { uncompressedSize, compressedSize, fileName } = entry;
    bytes += uncompressedSize;
    hasMainFile ||= fileName === mainFiles[type];
    const isBomb = uncompressedSize > limits.ratioFrom && uncompressedSize > compressedSize * limits.ratio;
    if (isBomb || bytes > limits.bytes)
      reject(new Unconvertible('page_too_large', 'its files become too large'));
    else archive.readEntry();
  });
  archive.once('end', resolve);
  archive.once('error', (error) => reject(broken(error)));
  archive.readEntry();
  await promise.finally(() => archive.close());
  if (!hasMainFile) throw new Unconvertible('unreadable', `it has no ${mainFiles[type]}`);
}

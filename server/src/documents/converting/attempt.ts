import { stat } from 'node:fs/promises';
import {
  documentTypeByEnd,
  longestPageText,
  mostDocumentPages,
} from '../../../../contract/operations/document-limits.ts';
import { ConverterRefused, type ConvertOptions } from '../../engines/converter/converter.ts';
import { inTransaction } from '../../platform/db/db.ts';
import type { Reservation } from '../../platform/disk/space.ts';
import { runAll } from '../../platform/effects.ts';
import { type ClaimedWork, ClaimLost, pauseAfter } from '../../platform/jobs/queue.ts';
import { fileKeyOfDocument, pageKeyOf, pictureSizes } from '../keys.ts';
import type { DocumentRow } from '../store.ts';
import {
  claimTimings,
  type DocumentClaim,
  markDocumentFailed,
  markDocumentReady,
  markStored,
  releaseDocument,
  renewDocumentClaim,
  saveFileFacts,
  savePage,
  saveTotalPages,
} from './converting.store.ts';
import {
  ConversionFailed,
  conversionFailureOf,
  conversionRetries,
  mostConversions,
  mostConverterCrashes,
} from './failures.ts';
import type { ConvertingParts } from './parts.ts';
import { fetchFile } from './source.ts';

type ContentType = NonNullable<DocumentRow['contentType']>;
type ProgramType = ConvertOptions['type'];

/** Pixels of a picture. */
const mostPixels = 25_000_000;
/** Bytes of the disk for the file and its pages, of which a few wait to be stored. */
const neededBytes = 400_000_000;

export const timings = {
  /** The pages of one attempt: the converters of a node are for the documents of all. */
  longestMs: 20 * 60_000,
};

const programTypes: Record<ContentType, ProgramType> = {
  [documentTypeByEnd.pdf]: 'pdf',
  [documentTypeByEnd.png]: 'picture',
  [documentTypeByEnd.jpg]: 'picture',
  [documentTypeByEnd.webp]: 'picture',
  [documentTypeByEnd.pptx]: 'pptx',
  [documentTypeByEnd.odp]: 'odp',
  [documentTypeByEnd.docx]: 'docx',
};

/** Converts one document once, from the first page that is not ready (docs/decisions/0225). */
export class DocumentAttempt implements ClaimedWork {
  readonly holdSeconds = claimTimings.holdSeconds;
  readonly #parts: ConvertingParts;
  readonly #document: DocumentRow;
  readonly #claim: DocumentClaim;
  readonly #name: string;
  #reserved: Reservation | undefined;

  constructor(parts: ConvertingParts, document: DocumentRow) {
    const { id, nodeId, attempts } = document;
    this.#parts = parts;
    this.#document = document;
    this.#claim = { id, nodeId, attempts };
    this.#name = `${id}-${attempts}`;
  }

  renew(): Promise<boolean> {
    return renewDocumentClaim(this.#parts.db, this.#claim);
  }

  release(): Promise<void> {
    return releaseDocument(this.#parts.db, this.#claim, { pauseMs: 0, isCounted: false });
  }

  drop(): void {
    const about = { documentId: this.#document.id };
    this.#parts.log.info(about, 'stopped converting a document: it was deleted, or another node has it');
  }

  clean(): Promise<void> {
    return this.#parts.converter.discard(this.#name).finally(() => this.#reserved?.end());
  }

  async work(signal: AbortSignal): Promise<void> {
    const { converter, space } = this.#parts;
    if (this.#claim.attempts > mostConversions)
      throw new ConversionFailed('unknown', 'the servers that converted it were killed');
    this.#reserved = await space.reserve(neededBytes);
    if (!this.#reserved) {
      const isFinal = this.#claim.attempts >= mostConversions;
      throw new ConversionFailed('storage', 'the disk has not enough space', isFinal);
    }
    const path = await converter.begin(this.#name);
    const { contentType, bytes } = await fetchFile(this.#parts, this.#document, { path, signal });
    if (!this.#document.isStored) await this.#store({ path, contentType, bytes, signal });
    await this.#convert(await this.#madePdf(programTypes[contentType], signal), signal);
    await this.#finish();
  }

  /** Stores the file under the key of the document, which takes over its upload. */
  async #store(file: { path: string; contentType: ContentType; bytes: number; signal: AbortSignal }) {
    const { db, files, deleteUpload } = this.#parts;
    const { id, assetId } = this.#document;
    if (!(await saveFileFacts(db, this.#claim, file))) throw new ClaimLost();
    await files.put(fileKeyOfDocument(id), file.path, file);
    await inTransaction(db, async (trx) => {
      if (!(await markStored(trx, this.#claim))) throw new ClaimLost();
      if (assetId !== null) await deleteUpload(trx, assetId);
    });
  }

  /** Has a service make a PDF of an office file, if there is one. @returns the type of what is at the path then */
  async #madePdf(type: ProgramType, signal: AbortSignal): Promise<ProgramType> {
    const { converter } = this.#parts;
    if (type === 'pdf' || type === 'picture' || converter.officeBy === 'program') return type;
    if (converter.officeBy === 'nothing')
      throw new ConversionFailed('converter_missing', 'this installation converts no office files');
    await this.#run(type, signal, () => undefined);
    try {
      await converter.makePdf(this.#name, { end: type, signal });
    } catch (error) {
      signal.throwIfAborted();
      const isFinal = error instanceof ConverterRefused || this.#claim.attempts >= mostConverterCrashes;
      throw new ConversionFailed('converter_failed', (error as Error).message, isFinal);
    }
    return 'pdf';
  }

  async #run(type: ProgramType, signal: AbortSignal, onProgress: (step: () => Promise<void>) => void) {
    const result = await this.#parts.converter.convert(this.#name, {
      ...{ type, signal, mostPages: mostDocumentPages, mostPixels, longestText: longestPageText },
      ...{ sizes: pictureSizes, from: this.#document.readyPages + 1 },
      onTotal: (total) => onProgress(() => this.#saveTotal(total)),
      onPage: (number) => onProgress(() => this.#storePage(number, signal)),
    });
    if (!result.ok) throw new ConversionFailed(result.failure, result.message);
  }

  /** Runs the program, and stores each page while the next ones are made. */
  async #convert(type: ProgramType, signal: AbortSignal): Promise<void> {
    const failed = new AbortController();
    let stored = Promise.resolve();
    const add = (step: () => Promise<void>) => {
      stored = stored.then(step);
      stored.catch((error: unknown) => failed.abort(error));
    };
    const tooSlow = () => failed.abort(new ConversionFailed('too_slow', 'its pages took too long'));
    const longest = setTimeout(tooSlow, timings.longestMs);
    try {
      await this.#run(type, AbortSignal.any([signal, failed.signal]), add);
    } finally {
      clearTimeout(longest);
      // Pages that are ready stay, also if a later one cannot be made.
      await stored;
    }
  }

  async #saveTotal(total: number): Promise<void> {
    if (!(await saveTotalPages(this.#parts.db, this.#claim, total))) throw new ClaimLost();
  }

  async #storePage(number: number, signal: AbortSignal): Promise<void> {
    const { converter, files, db, onFirstPage } = this.#parts;
    signal.throwIfAborted();
    const { id } = this.#document;
    const facts = await converter.factsOf(this.#name, number, pictureSizes.large);
    const { small, large } = converter.picturesOf(this.#name, number);
    const options = { contentType: 'image/webp', signal };
    await Promise.all([
      files.put(pageKeyOf(id, number, 'small'), small, options),
      files.put(pageKeyOf(id, number, 'large'), large, options),
    ]);
    const bytes = (await stat(small)).size + (await stat(large)).size;
    await inTransaction(db, async (trx) => {
      if (!(await savePage(trx, this.#claim, { number, ...facts, bytes }))) throw new ClaimLost();
      if (number === 1) await runAll(trx, onFirstPage, this.#document);
    });
    await converter.discardPage(this.#name, number);
  }

  async #finish(): Promise<void> {
    const { db, log, onDocumentReady } = this.#parts;
    const document = await inTransaction(db, async (trx) => {
      const ready = await markDocumentReady(trx, this.#claim);
      if (ready) await runAll(trx, onDocumentReady, ready);
      return ready;
    });
    if (document) log.info({ documentId: document.id, pages: document.readyPages }, 'converted a document');
  }

  async fail(error: unknown): Promise<void> {
    const { db, log, onDocumentFailed } = this.#parts;
    const { id: documentId, attempts } = this.#claim;
    const { failure, message, isFinal } = conversionFailureOf(error, attempts);
    const about = { documentId, attempts, failure, reason: message };
    if (!isFinal) {
      const pauseMs = pauseAfter(attempts, conversionRetries);
      log.warn({ ...about, pauseMs }, 'a document could not be converted; will retry');
      await releaseDocument(db, this.#claim, { pauseMs, isCounted: true });
      return;
    }
    await inTransaction(db, async (trx) => {
      const failed = await markDocumentFailed(trx, this.#claim, failure);
      if (failed) await runAll(trx, onDocumentFailed, failed);
    });
    log.warn(about, 'gave up on a document: failure says why');
  }
}

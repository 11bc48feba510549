import type { DetailedError, Upload } from 'tus-js-client';
import type { Client } from '../../../../contract/client/index.ts';
import type { OpenTransfer, UploadEvents, UploadProblem } from './upload-queue.ts';

const kibibyte = 1024;
/** In bytes. A request that is lost costs no more than this. The server ends a request after 30 s. */
const largestPiece = 8 * 1024 * kibibyte;
/** A proxy that refuses even these has to be configured. */
const smallestPiece = 256 * kibibyte;

/** Half of a piece; undefined if it would be too small. */
const halfOf = (bytes: number): number | undefined => (bytes / 2 < smallestPiece ? undefined : bytes / 2);

const retryDelays = [0, 1_000, 3_000, 5_000, 10_000, 20_000];

/** Codes after which the same request may succeed. */
const passing = new Set(['upload_offset_wrong', 'rate_limited', 'request_timeout', 'away']);

/** Responses without a code of ours come from a proxy, except a 404 to HEAD, which has no body. */
const problemsWithoutCode: Record<number, UploadProblem> = { 404: 'not_found', 413: 'proxy_limit' };

/** The code of the error table; `proxy_limit` if a proxy refuses the size of a piece, else `away` without a code. */
function uploadProblemOf(error: unknown): UploadProblem {
  const response = (error as DetailedError).originalResponse;
  if (!response || response.getStatus() >= 500) return 'away';
  try {
    return String(JSON.parse(response.getBody()).code ?? 'away');
  } catch {
    return problemsWithoutCode[response.getStatus()] ?? 'away';
  }
}

/** Whether the connection broke while a piece was sent, as with a proxy that closes it instead of responding. */
const isBrokenPiece = (error: unknown): boolean => {
  const { originalRequest, originalResponse } = error as DetailedError;
  return originalRequest?.getMethod() === 'PATCH' && !originalResponse;
};

const isUnauthorized = (error: unknown): boolean =>
  (error as DetailedError).originalResponse?.getStatus() === 401;

const idIn = (url: string | null): string => url?.split('/').at(-1) ?? '';

/**
 * How many bytes a request carries. A proxy in front of the server may allow less than we would send: nginx allows
 * 1 MiB unless it is configured. The size that a proxy allows holds for the later uploads of this page, too.
 */
type PieceSize = { bytes: number };

type Opened = { file: File; spaceId: string; events: UploadEvents; pieceSize: PieceSize };

/** Sends a file by tus. The library is loaded with the first upload, and remembers it for a reload. */
class TusTransfer {
  readonly #api: Pick<Client, 'getOwnUser'>;
  readonly #opened: Opened;
  #upload: Promise<Upload> | undefined;
  /** Whether the sign-in was renewed since bytes arrived last. */
  #isRenewed = false;
  #pieceBytes: number;
  /** How many pieces in a row broke the connection while other requests got through. */
  #broken = 0;
  #isEnded = false;

  constructor(api: Pick<Client, 'getOwnUser'>, opened: Opened) {
    this.#api = api;
    this.#opened = opened;
    this.#pieceBytes = opened.pieceSize.bytes;
  }

  readonly start = (): void => {
    this.#upload ??= this.#make();
    this.#upload.then(
      (upload) => this.#isEnded || this.#send(upload),
      () => {
        this.#upload = undefined;
        this.#opened.events.onFailed('away');
      },
    );
  };

  readonly pause = async (): Promise<void> => {
    const upload = await this.#upload;
    await upload?.abort();
  };

  readonly cancel = async (): Promise<void> => {
    this.#isEnded = true;
    const upload = await this.#upload?.catch(() => undefined);
    // The server deletes the rest after a day if this request fails.
    await upload?.abort(true).catch(() => undefined);
  };

  #send(upload: Upload): void {
    this.#limitPieces(upload, this.#opened.pieceSize.bytes);
    upload.start();
  }

  #limitPieces(upload: Upload, bytes: number): void {
    this.#pieceBytes = Math.min(this.#pieceBytes, bytes);
    upload.options.chunkSize = this.#pieceBytes;
  }

  async #make(): Promise<Upload> {
    const { Upload: TusUpload } = await import('tus-js-client');
    const { file, spaceId, events } = this.#opened;
    const upload: Upload = new TusUpload(file, {
      endpoint: `/v1/spaces/${spaceId}/assets`,
      metadata: { filename: file.name, filetype: file.type },
      retryDelays,
      removeFingerprintOnSuccess: true,
      onShouldRetry: (error) => {
        this.#countBroken(upload, error);
        return passing.has(uploadProblemOf(error));
      },
      onUploadUrlAvailable: () => events.onCreated(idIn(upload.url)),
      onProgress: (sent) => events.onProgress(sent),
      onChunkComplete: () => {
        this.#isRenewed = false;
        this.#broken = 0;
      },
      onSuccess: () => events.onDone(idIn(upload.url)),
      onError: (error) => void this.#onError(upload, error),
    });
    const [earlier] = await upload.findPreviousUploads();
    if (earlier?.uploadUrl) {
      upload.resumeFromPreviousUpload(earlier);
      events.onCreated(idIn(earlier.uploadUrl));
    }
    return upload;
  }

  /**
   * Before each retry the library asks for the offset. If it gets that, and the next piece breaks the connection again,
   * a proxy may refuse its size. The line may be bad as well, so that other uploads keep their size.
   */
  #countBroken(upload: Upload, error: unknown): void {
    this.#broken = isBrokenPiece(error) ? this.#broken + 1 : 0;
    const half = halfOf(this.#pieceBytes);
    if (this.#broken > 1 && half !== undefined) this.#limitPieces(upload, half);
  }

  async #onError(upload: Upload, error: unknown): Promise<void> {
    if (this.#isEnded) return;
    const problem = uploadProblemOf(error);
    const half = halfOf(this.#pieceBytes);
    if (problem === 'proxy_limit' && half !== undefined) {
      this.#opened.pieceSize.bytes = Math.min(this.#opened.pieceSize.bytes, half);
      this.#send(upload);
      return;
    }
    if (!isUnauthorized(error) || this.#isRenewed) {
      const breaksAlways = half === undefined && this.#broken >= retryDelays.length && isBrokenPiece(error);
      this.#opened.events.onFailed(breaksAlways ? 'proxy_limit' : problem);
      return;
    }
    this.#isRenewed = true;
    // Any request of the client renews an expired sign-in.
    await this.#api.getOwnUser().catch(() => undefined);
    if (!this.#isEnded) upload.start();
  }
}

/** Sends files by tus. All of them have the size of pieces that a proxy allows. */
export function openTusTransfer(api: Pick<Client, 'getOwnUser'>): OpenTransfer {
  const pieceSize = { bytes: largestPiece };
  return (file, spaceId, events) => new TusTransfer(api, { file, spaceId, events, pieceSize });
}

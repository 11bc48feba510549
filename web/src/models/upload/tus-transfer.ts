import type { DetailedError, Upload } from 'tus-js-client';
import type { Client } from '../../../../contract/client/index.ts';
import type { OpenTransfer, UploadEvents, UploadProblem } from './upload-queue.ts';

/** A request that is lost costs no more than this. The server ends a request after 30 s. */
const chunkBytes = 8 * 1024 * 1024;
const retryDelays = [0, 1_000, 3_000, 5_000, 10_000, 20_000];

/** Codes after which the same request may succeed. */
const passing = new Set(['upload_offset_wrong', 'rate_limited', 'request_timeout', 'away']);

/** The code of the error table; `away` without a response that has one. */
export function uploadProblemOf(error: unknown): UploadProblem {
  const response = (error as DetailedError).originalResponse;
  if (!response || response.getStatus() >= 500) return 'away';
  try {
    return String(JSON.parse(response.getBody()).code ?? 'away');
  } catch {
    return response.getStatus() === 404 ? 'not_found' : 'away';
  }
}

const isUnauthorized = (error: unknown): boolean =>
  (error as DetailedError).originalResponse?.getStatus() === 401;

const idIn = (url: string | null): string => url?.split('/').at(-1) ?? '';

type Opened = { file: File; spaceId: string; events: UploadEvents };

/** Sends a file by tus. The library is loaded with the first upload, and remembers it for a reload. */
class TusTransfer {
  readonly #api: Pick<Client, 'getOwnUser'>;
  readonly #opened: Opened;
  #upload: Promise<Upload> | undefined;
  /** Whether the sign-in was renewed since bytes arrived last. */
  #isRenewed = false;
  #isEnded = false;

  constructor(api: Pick<Client, 'getOwnUser'>, opened: Opened) {
    this.#api = api;
    this.#opened = opened;
  }

  readonly start = (): void => {
    this.#upload ??= this.#make();
    this.#upload.then(
      (upload) => this.#isEnded || upload.start(),
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

  async #make(): Promise<Upload> {
    const { Upload: TusUpload } = await import('tus-js-client');
    const { file, spaceId, events } = this.#opened;
    const upload: Upload = new TusUpload(file, {
      endpoint: `/v1/spaces/${spaceId}/assets`,
      metadata: { filename: file.name, filetype: file.type },
      chunkSize: chunkBytes,
      retryDelays,
      removeFingerprintOnSuccess: true,
      onShouldRetry: (error) => passing.has(uploadProblemOf(error)),
      onUploadUrlAvailable: () => events.onCreated(idIn(upload.url)),
      onProgress: (sent) => events.onProgress(sent),
      onChunkComplete: () => {
        this.#isRenewed = false;
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

  async #onError(upload: Upload, error: unknown): Promise<void> {
    if (this.#isEnded) return;
    if (!isUnauthorized(error) || this.#isRenewed) {
      this.#opened.events.onFailed(uploadProblemOf(error));
      return;
    }
    this.#isRenewed = true;
    // Any request of the client renews an expired sign-in.
    await this.#api.getOwnUser().catch(() => undefined);
    if (!this.#isEnded) upload.start();
  }
}

export const openTusTransfer =
  (api: Pick<Client, 'getOwnUser'>): OpenTransfer =>
  (file, spaceId, events) =>
    new TusTransfer(api, { file, spaceId, events });

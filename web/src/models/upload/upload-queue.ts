import { createStore, type Store } from '../../kit/store.ts';

/** Why an upload stopped: a code of the error table, or `away` without a response. */
export type UploadProblem = string;

export type UploadItem = {
  /** Unique in this page. */
  key: string;
  spaceId: string;
  fileName: string;
  size: number;
  /** The bytes that were sent. */
  sent: number;
  phase: 'waiting' | 'sending' | 'paused' | 'failed' | 'done';
  /** Only of a failed one. */
  problem?: UploadProblem;
  /** The id of the uploaded video, once the server knows it. */
  assetId?: string;
};

export type UploadEvents = {
  /** The server knows the upload. */
  onCreated: (assetId: string) => void;
  onProgress: (sent: number) => void;
  onDone: (assetId: string) => void;
  onFailed: (problem: UploadProblem) => void;
};

/** The transfer of one file. */
export type Transfer = {
  /** Continues where the server's offset is. */
  start: () => void;
  pause: () => Promise<void>;
  /** Also deletes on the server what has arrived. */
  cancel: () => Promise<void>;
};

export type OpenTransfer = (file: File, spaceId: string, events: UploadEvents) => Transfer;

/** The uploads of this page, sent one after another. They outlive the page of the group that started them. */
export class UploadQueue {
  readonly #items = createStore<readonly UploadItem[]>([]);
  readonly #transfers = new Map<string, Transfer>();
  readonly #open: OpenTransfer;
  #count = 0;

  constructor(open: OpenTransfer) {
    this.#open = open;
  }

  get items(): Store<readonly UploadItem[]> {
    return this.#items;
  }

  /** True while closing the page would interrupt an upload. */
  get isBusy(): boolean {
    return this.#items.get().some(({ phase }) => phase === 'sending' || phase === 'waiting');
  }

  add(spaceId: string, files: readonly File[]): void {
    for (const file of files) {
      this.#count += 1;
      const key = String(this.#count);
      const item: UploadItem = {
        ...{ key, spaceId, fileName: file.name, size: file.size, sent: 0, phase: 'waiting' },
      };
      this.#transfers.set(key, this.#open(file, spaceId, this.#eventsOf(key)));
      this.#items.set([...this.#items.get(), item]);
    }
    this.#startNext();
  }

  async pause(key: string): Promise<void> {
    if (!this.#is(key, 'sending', 'waiting')) return;
    const wasSending = this.#is(key, 'sending');
    this.#change(key, { phase: 'paused' });
    if (wasSending) await this.#transfers.get(key)?.pause();
    this.#startNext();
  }

  /** Continues a paused upload, and tries a failed one again. */
  resume(key: string): void {
    if (!this.#is(key, 'paused', 'failed')) return;
    this.#change(key, { phase: 'waiting', problem: undefined });
    this.#startNext();
  }

  /** The network is back: tries those again that failed without a response. */
  resumeLost(): void {
    for (const { key, phase, problem } of this.#items.get()) {
      if (phase === 'failed' && problem === 'away') this.resume(key);
    }
  }

  async cancel(key: string): Promise<void> {
    const transfer = this.#transfers.get(key);
    this.dismiss(key);
    await transfer?.cancel();
  }

  /** Ends all transfers without deleting anything, as when the person signs out. */
  stop(): void {
    const transfers = [...this.#transfers.values()];
    this.#transfers.clear();
    this.#items.set([]);
    for (const transfer of transfers) void transfer.pause();
  }

  /** Removes an item from the list. */
  dismiss(key: string): void {
    this.#transfers.delete(key);
    this.#items.set(this.#items.get().filter((item) => item.key !== key));
    this.#startNext();
  }

  #eventsOf(key: string): UploadEvents {
    return {
      onCreated: (assetId) => this.#change(key, { assetId }),
      onProgress: (sent) => this.#change(key, { sent }),
      onDone: (assetId) => {
        const { size = 0 } = this.#find(key) ?? {};
        this.#change(key, { phase: 'done', assetId, sent: size });
        this.#startNext();
      },
      onFailed: (problem) => {
        // A request that was cut by the pause is no failure.
        if (!this.#is(key, 'sending')) return;
        this.#change(key, { phase: 'failed', problem });
        this.#startNext();
      },
    };
  }

  #startNext(): void {
    const items = this.#items.get();
    if (items.some(({ phase }) => phase === 'sending')) return;
    const next = items.find(({ phase }) => phase === 'waiting');
    if (!next) return;
    this.#change(next.key, { phase: 'sending' });
    this.#transfers.get(next.key)?.start();
  }

  #find(key: string): UploadItem | undefined {
    return this.#items.get().find((item) => item.key === key);
  }

  #is(key: string, ...phases: UploadItem['phase'][]): boolean {
    const item = this.#find(key);
    return item !== undefined && phases.includes(item.phase);
  }

  #change(key: string, changes: { [K in keyof UploadItem]?: UploadItem[K] | undefined }): void {
    this.#items.set(
      this.#items.get().map((item) => (item.key === key ? ({ ...item, ...changes } as UploadItem) : item)),
    );
  }
}

/** The share of an upload that has arrived, from 0 to 1. */
export const shareOf = ({ sent, size }: Pick<UploadItem, 'sent' | 'size'>): number =>
  size === 0 ? 0 : Math.min(1, sent / size);

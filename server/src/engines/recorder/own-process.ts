import { join } from 'node:path';
import { type Job, jobVersion, names, type StopOrder } from '../../../../recorder/folder/job.ts';
import { slideNameOf } from '../../../../recorder/folder/stage.ts';
import { after, seconds } from '../../platform/clock.ts';
import { programLimits } from '../confined/limits.ts';
import { type MediaEngine, mayPublishNothing } from '../media/media.ts';
import { Finishing } from './finishing.ts';
import { Folders, readJson, writeJson } from './folders.ts';
import { Journals } from './journals.ts';
import { Owners } from './owners.ts';
import {
  type FinishedRecording,
  picture,
  type RecorderEngine,
  RecorderFailed,
  type RecordingOrder,
  type RecordingView,
  type StageEntry,
} from './recorder.ts';
import { appendStageEntry, fetchOnce } from './stage-journal.ts';
import { startProgram } from './starting.ts';
import { Watching } from './watching.ts';

export interface OwnProcessSettings {
  media: Pick<MediaEngine, 'signalUrl' | 'issueToken' | 'remove'>;
  /** Its subfolder `recordings` has the recordings. */
  dataDir: string;
  /** The folder with `record.ts` and `finish.ts`. */
  programs: string;
  /** How many recordings may run at once. */
  places: number;
}

/** Lets a recorder reconnect with the same token until the end of the longest recording. */
const tokenMarginSeconds = 3600;

/** The recorder's identity in the room. No participant id has this form. */
const recorderIdentity = (recordId: string): string => `recorder-${recordId}`;

/** A recording counts as overloaded for this long after it lost something. */
const overloadedMs = seconds(30);

/** Two minutes of a recording with many voices. */
const capturedSoonBytes = 100 * 2 ** 20;

/** Runs recorders as processes that outlive the server. */
export class OwnProcessRecorder implements RecorderEngine {
  readonly places: number;
  readonly #settings: OwnProcessSettings;
  readonly #script: string;
  readonly #folders: Folders;
  readonly #journals: Journals;
  readonly #owners: Owners;
  readonly #finishing: Finishing;
  readonly #watching: Watching;

  constructor(settings: OwnProcessSettings) {
    this.#settings = settings;
    this.places = settings.places;
    this.#folders = new Folders(settings.dataDir);
    this.#journals = new Journals(this.#folders);
    this.#script = join(settings.programs, 'record.ts');
    this.#owners = new Owners(this.#folders, this.#script);
    this.#finishing = new Finishing(this.#folders, this.#owners, join(settings.programs, 'finish.ts'));
    this.#watching = new Watching({
      journalOf: (recordId) => this.#folders.pathIn(recordId, names.journal),
      see: async (recordId) => {
        const view = await this.look(recordId);
        return view && JSON.stringify({ ...view, changedAt: undefined });
      },
      isOver: (seen) => !JSON.parse(seen).isAlive && JSON.parse(seen).wasBegun,
    });
  }

  async begin(order: RecordingOrder): Promise<void> {
    const { recordId } = order;
    if ((await this.look(recordId))?.wasBegun) return this.#watching.add(recordId);
    await this.#folders.make(recordId);
    const job: Job = {
      ...{ version: jobVersion, ...picture, ...order },
      url: this.#settings.media.signalUrl.replace(/^http/, 'ws'),
      token: await this.#tokenFor(order),
      pictureBy: order.pictureBy.toISOString(),
    };
    writeJson(this.#folders.pathIn(recordId, names.job), job);
    const { identity, ended } = await startProgram({
      ...{ script: this.#script, limits: programLimits.record, network: true },
      folder: this.#folders.of(recordId),
      log: this.#folders.pathIn(recordId, names.log),
    });
    this.#owners.note(recordId, 'record', identity);
    this.#watching.add(recordId);
    ended.then(() => this.#watching.look(recordId));
  }

  async noteStage(
    recordId: string,
    entry: StageEntry,
    fetchSlide: (path: string) => Promise<unknown>,
  ): Promise<void> {
    await this.#folders.make(recordId);
    const slide = slideNameOf(entry);
    if (slide !== undefined) await fetchOnce(this.#folders.pathIn(recordId, slide), fetchSlide);
    appendStageEntry(this.#folders.pathIn(recordId, names.stage), entry);
  }

  async look(recordId: string): Promise<RecordingView | undefined> {
    const changedAt = await this.#folders.changedAt(recordId);
    if (!changedAt) return undefined;
    // Check this before reading the journal, so that the journal has all that the process wrote before it ended.
    const owner = this.#owners.of(recordId);
    const isAlive = this.#owners.isAtWork(recordId, 'record');
    const { pid, pictureAt, ended, emptySince } = await this.#journals.read(recordId);
    const isFinished = this.#finishing.isFinished(recordId);
    const wasBegun = owner !== undefined || pid !== undefined;
    return { isAlive, wasBegun, pictureAt, ended, emptySince, isFinished, changedAt };
  }

  async isOverloaded(): Promise<boolean> {
    const since = after(-overloadedMs);
    for (const recordId of await this.list()) {
      if (!this.#owners.isAtWork(recordId, 'record')) continue;
      const { ended, overloadedAt } = await this.#journals.read(recordId);
      if (!ended && overloadedAt && overloadedAt > since) return true;
    }
    return false;
  }

  async stop(recordId: string, { at, discard }: { at: Date; discard?: boolean }): Promise<void> {
    const view = await this.look(recordId);
    // An order after the end would look as if that end had been ordered.
    if (!view || (view.ended && !discard)) return;
    const path = this.#folders.pathIn(recordId, names.stop);
    const given = readJson(path) as StopOrder | undefined;
    if (given && (given.discard || !discard)) return;
    const order: StopOrder = { at: given?.at ?? at.toISOString(), ...(discard && { discard }) };
    writeJson(path, order);
  }

  removeFromCall({ recordId, roomId }: { recordId: string; roomId: string }): Promise<void> {
    return this.#settings.media.remove(roomId, recorderIdentity(recordId));
  }

  async kill(recordId: string): Promise<void> {
    // `look` also finds a process that was not noted.
    if (await this.look(recordId)) await this.#owners.kill(recordId, 'record');
  }

  async finish(recordId: string): Promise<FinishedRecording> {
    const view = await this.look(recordId);
    if (!view) throw new RecorderFailed(`record ${recordId} has no folder on this node`);
    if (view.isAlive) throw new RecorderFailed(`record ${recordId} is still being recorded`);
    return this.#finishing.finish(recordId);
  }

  pathOf(recordId: string, file: string): string {
    return this.#folders.pathIn(recordId, file);
  }

  list(): Promise<string[]> {
    return this.#folders.list();
  }

  async discard(recordId: string): Promise<void> {
    await this.kill(recordId);
    await this.#owners.kill(recordId, 'finish');
    this.#watching.forget(recordId);
    this.#journals.forget(recordId);
    await this.#folders.remove(recordId);
  }

  freeBytes(): Promise<number> {
    return this.#folders.freeBytes();
  }

  async promisedBytes(): Promise<number> {
    let promised = 0;
    for (const recordId of await this.list()) {
      if (this.#finishing.isFinished(recordId)) continue;
      promised += await this.#finishing.captured(recordId);
      if (this.#owners.isAtWork(recordId, 'record')) promised += capturedSoonBytes;
    }
    return promised;
  }

  onChange(listener: (recordId: string) => void): () => void {
    const end = this.#watching.listen(listener);
    // Watch the recordings of an earlier server, too.
    this.list().then(
      (found) => {
        for (const recordId of found) this.#watching.add(recordId);
      },
      () => undefined,
    );
    return end;
  }

  #tokenFor({ recordId, roomId, maxSeconds }: RecordingOrder): Promise<string> {
    return this.#settings.media.issueToken({
      roomId,
      participantId: recorderIdentity(recordId),
      name: 'Recorder',
      role: 'recorder',
      entryId: recordId,
      publish: mayPublishNothing,
      hidden: true,
      ttlSeconds: maxSeconds + tokenMarginSeconds,
    });
  }
}

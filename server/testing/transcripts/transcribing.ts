import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChunkSpeech, SpeechCheck } from '../../src/engines/speech/speech.ts';
import { FakeSpeechEngine, FakeVoiceCutter, spokenSentence } from '../../src/engines/speech/testing/fake.ts';
import { inTransaction } from '../../src/platform/db/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { saveRequest } from '../../src/transcription/change.store.ts';
import type { TranscribingParts } from '../../src/transcription/making/attempt.ts';
import { findTranscript, segmentsOf, type TranscriptRow } from '../../src/transcription/store.ts';
import type { OwnDatabase } from '../engines/own-database.ts';
import { quietLog } from '../quiet-log.ts';
import { insertRoomRows } from '../records/records.ts';
import { filesIn, folderStoreIn } from '../videos/preparing-node.ts';
import { waitUntil } from '../wait.ts';
import { wideDisk } from '../wide-disk.ts';
import { insertSpokenRecord, type TestVoice } from './spoken-record.ts';
import { startTranscribing } from './transcribing-node.ts';

/** The speech of a chunk: one sentence from its beginning. */
export const says = (text: string, language = 'en'): ChunkSpeech => ({
  language,
  sentences: [spokenSentence(text, 0, 2)],
});

export const untilTrue = (condition: () => unknown, message: string) =>
  waitUntil(condition, { timeout: 120_000, message, interval: 5 });

/** A node with its own data folder and fake engines, whose job begins with `begin`. */
export class TranscribingNode {
  readonly dataDir: string;
  readonly id = newId();
  readonly speech = new FakeSpeechEngine();
  readonly cutter = new FakeVoiceCutter();
  readonly folder: string;
  /** The group of the last recording. */
  spaceId = '';
  readonly #database: OwnDatabase;
  #stop: (() => Promise<void>) | undefined;

  /** @param root the test's folder for data folders */
  constructor(database: OwnDatabase, root: string) {
    this.#database = database;
    this.dataDir = mkdtempSync(join(root, 'data-'));
    this.folder = join(this.dataDir, 'transcribing');
    // Each chunk is a copy of its voice's file, which contains the text that is spoken.
    this.speech.script = (path) => says(readFileSync(path, 'utf8'));
  }

  /** Inserts a recording with these voices and requests its transcript. */
  async request(voices: TestVoice[], language = 'auto'): Promise<string> {
    const recordId = await this.record(voices);
    await inTransaction(this.#database.db, (trx) => saveRequest(trx, { recordId, language, at: new Date() }));
    return recordId;
  }

  async record(voices: TestVoice[]): Promise<string> {
    const { db, pool } = this.#database;
    const { spaceId, roomId } = await insertRoomRows(db);
    await pool.query(
      "UPDATE webhooks SET events = '{transcription_ready,transcription_failed}' WHERE space_id = $1",
      [spaceId],
    );
    this.spaceId = spaceId;
    return insertSpokenRecord(db, { spaceId, roomId, filesFolder: filesIn(this.dataDir), voices });
  }

  begin(t: { after(end: () => Promise<void>): void }, changes: Partial<TranscribingParts> = {}): void {
    const { db, pool } = this.#database;
    this.#stop = startTranscribing({
      ...{ db, pool, node: this.id, log: quietLog, places: 2 },
      ...{
        files: folderStoreIn(this.dataDir),
        speech: this.speech,
        speechCheck: new SpeechCheck(this.speech),
        cutter: this.cutter,
        folder: this.folder,
        space: wideDisk,
      },
      ...{ hasLanguageModel: false, isOverloaded: async () => false },
      ...changes,
    });
    t.after(() => this.stop());
  }

  async stop(): Promise<void> {
    await this.#stop?.();
    this.#stop = undefined;
  }

  rowOf(recordId: string): Promise<TranscriptRow | undefined> {
    return findTranscript(this.#database.db, recordId);
  }

  async untilState(recordId: string, state: TranscriptRow['state']): Promise<TranscriptRow> {
    await untilTrue(
      async () => (await this.rowOf(recordId))?.state === state,
      `transcript ${recordId} to be ${state}`,
    );
    const row = await this.rowOf(recordId);
    assert.ok(row);
    return row;
  }

  /** The segments as lines: start, speaker and text. */
  async spoken(recordId: string): Promise<string[]> {
    const segments = await segmentsOf(this.#database.db, recordId);
    return segments.map(({ startSeconds, speaker, text }) => `${startSeconds} ${speaker}: ${text}`);
  }
}

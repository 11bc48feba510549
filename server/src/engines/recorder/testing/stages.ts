import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Person } from '../../../../testing/people/person.ts';
import { killAll } from '../../../../testing/processes/processes.ts';
import { newId } from '../../../platform/ids.ts';
import { LiveKitEngine } from '../../media/livekit.ts';
import { mayPublishAll } from '../../media/media.ts';
import { startOwnLiveKit } from '../../media/testing/own-livekit.ts';
import type { OwnProcessSettings } from '../own-process.ts';
import type { Script } from './stand-in/script.ts';

/** The surroundings of a recorder under test: a real call to record, or one that only looks so. */
export interface RecorderStage {
  settings: OwnProcessSettings;
  /** A room with a participant who publishes a picture. */
  room(): Promise<string>;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '../../../../..');
const newDataDir = () => mkdtempSync(join(tmpdir(), 'lectern-recorder-'));

/** Ends the processes of a folder, then removes it. */
async function removeWorkplace(dataDir: string): Promise<void> {
  await killAll(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
}

export function standInStage(script: Script = {}): RecorderStage {
  const dataDir = newDataDir();
  writeFileSync(join(dataDir, 'stand-in.json'), JSON.stringify(script));
  const media = {
    signalUrl: 'http://127.0.0.1:9',
    issueToken: async () => 'a token of nobody',
    remove: async () => undefined,
  };
  return {
    settings: { media, dataDir, places: 2, programs: join(import.meta.dirname, 'stand-in') },
    room: async () => newId(),
    stop: () => removeWorkplace(dataDir),
  };
}

export async function realStage(): Promise<RecorderStage> {
  const dataDir = newDataDir();
  const { livekit, remove } = await startOwnLiveKit({});
  const media = new LiveKitEngine(livekit);
  const people: Person[] = [];
  return {
    settings: { media, dataDir, places: 2, programs: join(root, 'recorder') },
    room: async () => {
      const roomId = newId();
      const token = await media.issueToken({
        roomId,
        participantId: newId(),
        name: 'Ann',
        role: 'user',
        entryId: newId(),
        publish: mayPublishAll,
      });
      const person = await Person.join(media.signalUrl, token);
      people.push(person);
      await person.publish('camera');
      await person.publish('microphone');
      return roomId;
    },
    stop: async () => {
      for (const person of people) await person.leave();
      await removeWorkplace(dataDir);
      await livekit.stop();
      await remove();
    },
  };
}

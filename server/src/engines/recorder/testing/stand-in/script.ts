import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The behaviour of a stand-in: `stand-in.json` in the data folder. Its media are `piece.mp4` there, if that exists. */
export interface Script {
  pictureAfterMs?: number;
  /** Ends by itself this long after its start. */
  endsAfterMs?: number;
  reason?: 'room_ended' | 'disk_low' | 'disk_full' | 'engine_lost' | 'broken';
  obeysStop?: boolean;
  /** How often making the files fails at first. */
  finishFails?: number;
  finishMs?: number;
}

export function scriptFor(folder: string): Script {
  const path = join(folder, '../..', 'stand-in.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

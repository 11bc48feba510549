import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a stand-in is to do, in `stand-in.json` of the data folder; its media are `piece.mp4` there, where there is one. */
export interface Script {
  pictureAfterMs?: number;
  /** Ends by itself, so long after its beginning. */
  endsAfterMs?: number;
  reason?: 'room_ended' | 'disk_low' | 'disk_full' | 'engine_lost' | 'broken';
  obeysStop?: boolean;
  /** How often the making of the files fails before it does not. */
  finishFails?: number;
  finishMs?: number;
}

export function scriptFor(folder: string): Script {
  const path = join(folder, '../..', 'stand-in.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

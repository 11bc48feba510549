import { join } from 'node:path';
import type { Config } from '../config.ts';
import { Preparer } from '../engines/preparer/preparer.ts';

/** Prepares videos of automatic webinars on this node. */
export const preparerOf = (config: Config): Preparer =>
  new Preparer({ dataDir: config.LECTERN_DATA_DIR, programs: join(config.root, 'recorder') });

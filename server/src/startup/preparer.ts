import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { PreparerEngine } from '../engines/preparer/preparer.ts';
import { PreparingProcess } from '../engines/preparer/preparing-process.ts';

/** Prepares videos of automatic webinars on this node. */
export const preparerOf = (config: Config): PreparerEngine =>
  new PreparingProcess({ dataDir: config.LECTERN_DATA_DIR, programs: join(config.root, 'recorder') });

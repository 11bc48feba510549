import { runCommand } from '../processes.mjs';
import { ensureOwnGoTool } from './go-tool.mjs';

/** The path of the program that simulates participants in the recording bench; LECTERN_BENCH_CAMERAS overrides it. */
export const ensureCameras = () =>
  ensureOwnGoTool({
    name: 'cameras',
    what: 'people who send clips',
    users: 'the bench',
    setting: 'LECTERN_BENCH_CAMERAS',
    // Nothing connects, so it exits.
    runs: async (path) => {
      await runCommand(path, [], { timeout: 20_000 });
      return true;
    },
  });

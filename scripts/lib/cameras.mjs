import { ensureOwnGoTool } from './go-tool.mjs';
import { runCommand } from './processes.mjs';

/** The path of the people of the bench of recordings; LECTERN_BENCH_CAMERAS names one and is believed. */
export const ensureCameras = () =>
  ensureOwnGoTool({
    name: 'cameras',
    what: 'people who send clips',
    users: 'the bench',
    setting: 'LECTERN_BENCH_CAMERAS',
    // Nobody comes, so it ends.
    runs: async (path) => {
      await runCommand(path, [], { timeout: 20_000 });
      return true;
    },
  });

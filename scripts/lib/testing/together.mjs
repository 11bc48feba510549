import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';

// Each file is a suite: its hooks hold for its own tests only.
for (const path of process.argv.slice(2))
  describe(path, async () => void (await import(pathToFileURL(path))));

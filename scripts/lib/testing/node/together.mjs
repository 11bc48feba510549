import './low-priority.mjs';
import { after, describe } from 'node:test';
import { pathToFileURL } from 'node:url';

// Each file is a suite: its hooks hold for its own tests only. It is read when the files before it are done, so that
// nothing of it, such as a time or a server, is older than in a process of its own.
for (const path of process.argv.slice(2)) {
  const { promise, resolve } = Promise.withResolvers();
  describe(path, async () => {
    // First, so that a hook of the file that fails does not keep it from being called.
    after(resolve);
    await import(pathToFileURL(path)).catch((error) => {
      resolve();
      throw error;
    });
  });
  await promise;
}

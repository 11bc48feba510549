import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `npm install` takes the package from this path of an installation. */
export const clientPath = '/docs/lectern-client.tgz';

/** The package of the typed client, which is built with the pages; undefined beside pages of an earlier version. */
export function readClientPackage(root: string): Buffer | undefined {
  const file = join(root, 'web/dist/packages/lectern-client.tgz');
  return existsSync(file) ? readFileSync(file) : undefined;
}

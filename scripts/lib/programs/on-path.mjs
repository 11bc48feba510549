import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export function findOnPath(name, path = process.env.PATH ?? '') {
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}

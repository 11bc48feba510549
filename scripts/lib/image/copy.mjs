import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { root } from '../paths.mjs';
import { imageFiles } from './files.mjs';

// Copies what goes into the image into a folder: deploy/Dockerfile runs it (docs/decisions/0081).
const [, , folder] = process.argv;
if (!folder) throw new Error('name the folder to copy into');
let bytes = 0;
for (const { path, size, target } of imageFiles()) {
  const copy = join(resolve(folder), path);
  mkdirSync(dirname(copy), { recursive: true });
  if (target === undefined) copyFileSync(join(root, path), copy);
  else symlinkSync(target, copy);
  bytes += size;
}
console.log(`Copied ${(bytes / 1e6).toFixed(1)} MB`);

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../paths.mjs';

/** Simultaneous runs need a folder each. */
const folder = process.env.LECTERN_TEST_RESULTS ?? join(root, 'test-results');

/** A file or folder among what a run keeps of its failures, such as traces and screenshots. */
export const inResults = (...names) => join(folder, ...names);

export const clearResults = () => rmSync(folder, { recursive: true, force: true });

/** @returns the path below the root of the project */
export function writeResult(name, text) {
  const path = inResults(name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return relative(root, path);
}

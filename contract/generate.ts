import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

/**
 * Writes a generated file. With `--check` on the command line it compares instead, and a difference ends the process
 * with code 1 and names the command that updates the file.
 */
export function writeOrCheck(path: string, text: string): void {
  const shown = relative(process.cwd(), path);
  if (process.argv.includes('--check')) {
    if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
    console.error(`${shown} differs from its source; run \`npm run generate\`.`);
    process.exitCode = 1;
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  console.log(`wrote ${shown}`);
}

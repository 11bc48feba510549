import { readFileSync, statSync } from 'node:fs';

/** The name of a user of this machine, or their number where it has none. */
export function nameOfUser(uid = process.getuid?.()): string {
  const number = String(uid ?? 'this user');
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
    return lines.find((line) => line.split(':')[2] === number)?.split(':')[0] ?? number;
  } catch {
    // Minimal containers may lack this file.
    return number;
  }
}

/** The name of the user to whom a file belongs; undefined if this user may not know it. */
export function ownerOf(path: string): string | undefined {
  try {
    return nameOfUser(statSync(path).uid);
  } catch {
    return undefined;
  }
}

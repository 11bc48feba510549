import { findOnPath } from './on-path.mjs';

/** The command of pip and its first arguments: a program or a Python module, whichever the machine has. */
export function pipCommand() {
  const alone = findOnPath('pip') ?? findOnPath('pip3');
  if (alone) return [alone, []];
  const python = findOnPath('python3');
  if (!python) throw new Error('there is no pip on this machine');
  return [python, ['-m', 'pip']];
}

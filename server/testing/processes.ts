import { spawnSync } from 'node:child_process';

export interface Running {
  pid: number;
  command: string;
}

/** Processes whose command line names this text (such as a data folder), told apart from ps itself. */
export function runningWith(text: string): Running[] {
  const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,stat=,args='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .filter(([, , state, command]) => !state?.startsWith('Z') && command?.includes(text))
    .map(([, pid, , command]) => ({ pid: Number(pid), command: command ?? '' }));
}

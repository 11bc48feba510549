/** A pid that is not there would be that of the whole group, this process among it. */
export function signal(pid: number | undefined, name: NodeJS.Signals): void {
  if (!pid) throw new Error(`there is no process to be sent ${name}`);
  process.kill(pid, name);
}

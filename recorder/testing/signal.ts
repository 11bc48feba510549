/** A missing pid would signal the whole process group, including this process. */
export function sendSignal(pid: number | undefined, name: NodeJS.Signals): void {
  if (!pid) throw new Error(`no process to send ${name} to`);
  process.kill(pid, name);
}

import { node, root } from '../paths.mjs';
import { runCommand } from '../processes.mjs';

const command = 'npm test -- --only=structure';

/** A result, or the mark of the last line; undefined for other lines, such as a warning of Node. */
function readLine(line) {
  try {
    const read = JSON.parse(line);
    return typeof read?.name === 'string' || read?.isComplete ? read : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Runs the structure checks by `args`, in a process of its own: they occupy a core for some seconds, and tests may run
 * meanwhile. A process that ends before its last line has lost checks, whatever its exit code, and counts as failed.
 */
export async function runStructure(tally, args) {
  let isComplete = false;
  const other = [];
  const onLine = (line) => {
    const read = readLine(line);
    if (!read) other.push(line);
    else if (read.isComplete) isComplete = true;
    else tally.one(read.name, read.findings, command);
  };
  const lost = (why) => tally.one('All structure checks run', [why, ...other], command);
  try {
    // By this signal it ends the generators, which have process groups of their own.
    await runCommand(node, args, { cwd: root, onLine, stopSignal: 'SIGTERM' });
    if (!isComplete) lost('the process ended before the last check');
  } catch (error) {
    lost(error.message);
  }
}

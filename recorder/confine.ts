import { writeFileSync } from 'node:fs';
import { restrictFiles } from './confine/landlock.ts';
import { limitResources } from './confine/resources.ts';
import { gainNoPrivileges, restrictCalls } from './confine/seccomp.ts';
import type { Confinement } from './folder/confinement.ts';

// `node recorder/confine.ts <confinement as JSON> <script> …` gives up what the script does not need, and becomes the
// script: the same process, with the same pid, input and output. Threads that exist already keep their rights, so
// only a program that begins anew is confined as a whole.

const [json, ...program] = process.argv.slice(2);
if (!json || program.length === 0 || !process.execve) {
  console.error('usage: node recorder/confine.ts <confinement> <script> …');
  process.exit(2);
}

/** If the machine runs out of memory, the kernel ends this process before the database. */
function endFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Some containers forbid it.
  }
}

const { limits, network, files } = JSON.parse(json) as Confinement;
if (process.platform === 'linux') {
  endFirst();
  gainNoPrivileges();
  if (files) restrictFiles(files);
  restrictCalls({ network });
}
// Last, because a thread that cannot be started for want of memory would end this process.
limitResources(limits);
process.execve(process.execPath, [process.execPath, ...program], process.env);

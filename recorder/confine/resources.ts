import type { ProcessLimits } from '../folder/confinement.ts';
import { lowerLimit } from './libc.ts';

/** Numbers of RLIMIT_…, which differ between systems. */
const numbers =
  process.platform === 'darwin'
    ? { cpu: 0, fileSize: 1, data: 2, core: 4, openFiles: 8 }
    : { cpu: 0, fileSize: 1, data: 2, core: 4, openFiles: 7 };

export function limitResources({ memory, cpuSeconds, fileBytes, openFiles }: ProcessLimits): void {
  lowerLimit(numbers.data, memory);
  // SIGXCPU says why the program ends; SIGKILL follows if it continues.
  lowerLimit(numbers.cpu, cpuSeconds, cpuSeconds + 5);
  lowerLimit(numbers.fileSize, fileBytes);
  lowerLimit(numbers.openFiles, openFiles);
  // A dump of the memory would contain other people's media.
  lowerLimit(numbers.core, 0);
}

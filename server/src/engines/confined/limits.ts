import { totalmem } from 'node:os';
import type { ProcessLimits } from '../../../../recorder/folder/confinement.ts';

const gigabyte = 1024 ** 3;
const hour = 3600;

/** Longer videos are refused. */
export const longestVideoSeconds = 12 * hour;

/** Seconds of processor time that a second of a video may take, and those that any file may take. */
export const preparingCpu = { perSecond: 6, least: 600 };

/**
 * Limits of the programs that read media. A program may use several times what it needs for the largest honest file:
 * docs/operators/security.md has the figures.
 */
export const programLimits = {
  prepare: {
    memory: 3 * gigabyte,
    cpuSeconds: preparingCpu.least + preparingCpu.perSecond * longestVideoSeconds,
    // One segment of a few seconds.
    fileBytes: gigabyte,
    openFiles: 256,
  },
  // Decoded pictures of a page, and LibreOffice.
  convert: { memory: 1.5 * gigabyte, cpuSeconds: 4 * hour, fileBytes: gigabyte / 2, openFiles: 512 },
  record: { memory: 4 * gigabyte, cpuSeconds: 2000 * hour, fileBytes: 500 * gigabyte, openFiles: 4096 },
  finish: { memory: 2 * gigabyte, cpuSeconds: 24 * hour, fileBytes: 500 * gigabyte, openFiles: 1024 },
  cut: { memory: 2 * gigabyte, cpuSeconds: 2 * hour, fileBytes: gigabyte, openFiles: 256 },
  // The largest model has 3 GB.
  transcribe: { memory: 16 * gigabyte, cpuSeconds: 24 * hour, fileBytes: gigabyte, openFiles: 1024 },
} as const satisfies Record<string, ProcessLimits>;

/**
 * On a small machine. Two programs run at once, and a third one may be paused (a small quality). Linux ends these first if
 * the memory runs out.
 */
const mostShare = 0.3;

/** Bytes of memory of this machine, or of its container. */
const machineMemory = (): number => Math.min(process.constrainedMemory() || totalmem(), totalmem());

const withinMachine = (limits: ProcessLimits): ProcessLimits => ({
  ...limits,
  memory: Math.min(limits.memory, Math.floor(machineMemory() * mostShare)),
});

/** The limits of the program that prepares videos, on this machine. */
export const preparingLimits = (): ProcessLimits => withinMachine(programLimits.prepare);

/** The limits of the program that converts documents, on this machine. */
export const convertingLimits = (): ProcessLimits => withinMachine(programLimits.convert);

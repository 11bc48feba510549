/** Upper limits of one process, as of setrlimit(2). */
export interface ProcessLimits {
  /** Bytes of memory that can be written (RLIMIT_DATA): heaps, buffers and stacks of threads, not files and libraries. */
  memory: number;
  /** Seconds of processor time, over all threads. */
  cpuSeconds: number;
  /** Bytes of each file that it writes. */
  fileBytes: number;
  openFiles: number;
}

/** Limits of a program that reads files or streams of strangers. `confine.ts` sets them before the program begins. */
export interface Confinement {
  limits: ProcessLimits;
  /** Whether it may open sockets; 'local': to programs on this machine by the names of files, as LibreOffice does. */
  network: boolean | 'local';
  /** The only files and folders that it may open; undefined: all that its user may open. Missing ones are left out. */
  files?: { read: readonly string[]; write: readonly string[] };
}

/** A line of `confine-check.ts`: the protection in force. */
export interface ConfinementCheck {
  limits: boolean;
  /** Whether sockets are refused. */
  network: boolean;
  /** Whether other files are refused. */
  files: boolean;
}

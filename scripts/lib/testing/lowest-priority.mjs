import { constants, setPriority } from 'node:os';

// Also of all programs that this process starts: a test beside it has the machine as if it were alone.
setPriority(constants.priority.PRIORITY_LOW);

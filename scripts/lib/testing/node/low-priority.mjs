import { constants, setPriority } from 'node:os';

// Also of all programs that this process starts. A recording beside them must keep up with its call.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

import { storedSwitch } from '../../../kit/stored-switch.ts';

/** Whether this browser receives no cameras of others. Shared screens and all sound arrive. */
export const lowData = storedSwitch('lectern.low-data', false);

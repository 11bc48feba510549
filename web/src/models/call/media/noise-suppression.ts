import { storedSwitch } from '../../../kit/stored-switch.ts';

/** Whether the browser removes noise from the microphone's sound. It also removes music. */
export const noiseSuppression = storedSwitch('lectern.noise-suppression', true);

import { storedSwitch } from '../../../kit/stored-switch.ts';

/** Whether this browser shows no tile of the own person, as far as there are other tiles. */
export const ownHidden = storedSwitch('lectern.hide-own-picture', false);

/** Whether this browser shows no tiles of people without video, as far as anybody has video. */
export const videoOnly = storedSwitch('lectern.hide-without-video', false);

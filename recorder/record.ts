import { dispose } from '@livekit/rtc-node';
import { AlreadyThere } from './capture/append.ts';
import { record } from './capture/record.ts';

/** `node recorder/record.ts <folder>`: ends with 0 where the journal says how it ended, 3 where the folder is taken. */
const folder = process.argv[2];
if (!folder) {
  console.error('usage: record.ts <folder>');
  process.exit(2);
}
let code = 0;
try {
  await record(folder);
} catch (error) {
  console.error(error);
  code = error instanceof AlreadyThere ? 3 : 1;
}
// What the engine's client still waits for must not hold the process.
setTimeout(() => process.exit(code), 2_000);
await dispose();
process.exit(code);

import { dispose } from '@livekit/rtc-node';
import { AlreadyThere } from './capture/append.ts';
import { record } from './capture/record.ts';
import { folderOfProgram } from './job-program.ts';

/**
 * `node recorder/record.ts <folder>` records a call. It exits with 0 after a complete journal, with 3 if
 * another recorder uses the folder. `call/` joins the call, `picture/` selects, places and draws people,
 * `sound/` mixes, `capture/` writes journal and media. `finish.ts` makes the files from them afterwards.
 */
const folder = folderOfProgram();
let code = 0;
try {
  await record(folder);
} catch (error) {
  console.error(error);
  code = error instanceof AlreadyThere ? 3 : 1;
}
// Exit even if the LiveKit client still waits for something.
setTimeout(() => process.exit(code), 2_000);
await dispose();
process.exit(code);

import { AV_LOG_ERROR, Log } from 'node-av';
import { finishFolder } from './finish/finish-folder.ts';
import { folderOfProgram } from './job-program.ts';

// `node recorder/finish.ts <folder>` makes the files of a folder without a running recorder; see finish-folder.ts.
const folder = folderOfProgram();
// Recordings are private: other accounts of this machine must not read them.
process.umask(0o077);
Log.setLevel(AV_LOG_ERROR);
await finishFolder(folder, (line) => console.error(line));

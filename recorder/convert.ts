import { convertDocument } from './convert/convert.ts';
import { type ConvertJob, type ConvertProgress, convertNames } from './folder/convert-job.ts';
import { runJobProgram } from './job-program.ts';

// `node recorder/convert.ts <folder>` makes pictures and texts of the pages of a document. Each page can be used as
// soon as its line is written. `convert/pdf.ts` draws pages, `office.ts` makes a PDF of an office file.

const report = (line: ConvertProgress): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

await runJobProgram<ConvertJob>(convertNames, (folder, job) => convertDocument(folder, job, report));

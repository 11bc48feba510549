import { join } from 'node:path';
import {
  type ConvertJob,
  type ConvertReport,
  type ConvertResult,
  convertNames,
} from '../folder/convert-job.ts';
import { checkArchive } from './archive.ts';
import { convertOffice } from './office.ts';
import { drawPdf } from './pdf.ts';
import { drawPicture } from './picture.ts';
import { Unconvertible } from './unconvertible.ts';

async function pagesOf(folder: string, job: ConvertJob, report: ConvertReport): Promise<number> {
  const input = join(folder, convertNames.input);
  if (job.type === 'pdf') return drawPdf(input, { folder, job, report });
  if (job.type === 'picture') return drawPicture(input, { folder, job, report });
  await checkArchive(input, job.type);
  if (job.office === null) return 0;
  return drawPdf(await convertOffice(folder, { type: job.type, office: job.office, report }), {
    ...{ folder, job, report },
  });
}

/** Makes the pages of the document in a folder. @returns why it cannot, too */
export async function convertDocument(
  folder: string,
  job: ConvertJob,
  report: ConvertReport,
): Promise<ConvertResult> {
  try {
    return { version: 1, ok: true, pages: await pagesOf(folder, job, report) };
  } catch (error) {
    if (!(error instanceof Unconvertible)) throw error;
    return { version: 1, ok: false, failure: error.failure, message: error.message };
  }
}

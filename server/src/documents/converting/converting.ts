import { assetsChannel } from '../../assets/assets.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { inTurn, workOff } from '../../platform/jobs/queue.ts';
import { documentsChannel } from '../store.ts';
import { DocumentAttempt } from './attempt.ts';
import { claimDocument, releaseAbandonedDocuments } from './converting.store.ts';
import type { ConvertingParts } from './parts.ts';

export const timings = {
  /** Finds retries that are due, claims of dead nodes, and what a lost notification missed. */
  everyMs: 1000,
};

/** Converts documents, two at a time on this node: each of the jobs does one after the other. */
export function convertingJobs(parts: ConvertingParts): [JobDefinition, JobDefinition] {
  const { db, node, converter } = parts;
  let cleared: Promise<void> | undefined;
  /** Removes the folders of a killed server before the first attempt of any of the jobs. */
  const clear = async (): Promise<void> => {
    cleared ??= converter.clear().then(() => releaseAbandonedDocuments(db, node));
    await cleared.catch((error: unknown) => {
      cleared = undefined;
      throw error;
    });
  };
  const claim = inTurn(async () => {
    const document = await claimDocument(db, node);
    return document && new DocumentAttempt(parts, document);
  });
  const job: JobDefinition = {
    everyMs: timings.everyMs,
    wokenBy: [documentsChannel, assetsChannel],
    run: async (stop) => {
      await clear();
      await workOff(claim, stop);
    },
  };
  return [job, { ...job }];
}

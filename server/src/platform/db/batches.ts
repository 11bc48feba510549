/** Rows of one statement: so few that it holds none of them for long and stays far below the statement limit. */
const batchSize = 1000;

/**
 * Deletes many rows a batch at a time. What was deleted stays deleted when a later batch fails.
 * @param deleteBatch deletes so many rows at most and returns how many it deleted; fewer than asked ends the work
 */
export async function deleteInBatches(
  deleteBatch: (limit: number) => Promise<{ numAffectedRows?: bigint }>,
  stop?: AbortSignal,
): Promise<void> {
  while (!stop?.aborted) {
    const { numAffectedRows = 0n } = await deleteBatch(batchSize);
    if (numAffectedRows < batchSize) return;
  }
}

/** Rows per statement: few, so that locks are short and the statement limit is far away. */
const batchSize = 1000;

/**
 * Deletes many rows in batches, each committed on its own.
 * @param deleteBatch deletes up to `limit` rows and returns their number; fewer than `limit` ends the loop
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

import type { Database } from '../../src/platform/db/db.ts';

/** How much an attempt adds to the sign-in limits per hour and day; those per minute count every attempt. */
export async function addedToLimits({ db }: Database, attempt: () => Promise<unknown>): Promise<number> {
  const counted = async (): Promise<number> => {
    const rows = await db
      .selectFrom('sign_in_attempts')
      .select('count')
      .where('resets_at', '>', new Date(Date.now() + 120_000))
      .execute();
    return rows.reduce((sum, { count }) => sum + count, 0);
  };
  const before = await counted();
  await attempt();
  return (await counted()) - before;
}

/** The disk of a test is never full. */
export const endlessSpace = {
  available: async (): Promise<number> => Number.MAX_SAFE_INTEGER,
  reserve: async () => ({ end: () => undefined }),
};

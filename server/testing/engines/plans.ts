import type { RootOperationNode } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';

/** A node of the JSON that EXPLAIN returns. */
export interface QueryPlan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  /** With ANALYZE only. */
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: QueryPlan[];
}

export const nodesOf = (plan: QueryPlan): QueryPlan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The compiled statements that `ask` sends. */
export async function statementsOf(db: Db, ask: (db: Db) => Promise<unknown>) {
  const asked: { node: RootOperationNode; queryId: { queryId: string } }[] = [];
  const recording = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      asked.push({ node, queryId: queryId as never });
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await ask(recording);
  return asked.map(({ node, queryId }) => db.getExecutor().compileQuery(node, queryId as never));
}

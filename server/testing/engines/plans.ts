import type { RootOperationNode } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';

/** A node of the JSON that EXPLAIN returns. */
export interface QueryPlan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  /** With ANALYZE only; of one loop. */
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  /** With BUFFERS only; with those of the nodes below. */
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: QueryPlan[];
}

export const nodesOf = (plan: QueryPlan): QueryPlan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The rows of tables and indexes that a node of an executed plan looked at, and the pairs that a join dropped. */
export const rowsOf = (node: QueryPlan): number => {
  const isScan = 'Relation Name' in node || 'Index Name' in node;
  const kept = isScan ? (node['Actual Rows'] ?? 0) : 0;
  const dropped =
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return (node['Actual Loops'] ?? 0) * (kept + dropped);
};

/** The pages of tables and indexes that an executed plan touched. */
export const pagesOf = (plan: QueryPlan): number =>
  (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);

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

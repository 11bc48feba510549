import { Readable } from 'node:stream';
import { AuditEntry } from '../../../contract/operations/audit.ts';
import type { Answer, Query } from '../../../contract/routes.ts';
import { parseMoment } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { ContentAnswer, type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { presentFields } from '../platform/present.ts';
import { type AuditFilter, allAuditEntries, type ListedEntry, listAuditEntries } from './audit.store.ts';
import { spaceOf } from './spaces.ts';

const present = (entry: ListedEntry) =>
  presentFields(AuditEntry, entry) as Answer<'listAuditEntries'>['items'][number];

const filterOf = (
  spaceId: string,
  { before, dateFrom, dateTo, kind, userId, tokenId }: Query<'listAuditEntries'>,
): AuditFilter => ({
  ...{ spaceId, before, kind, userId, tokenId },
  ...{ from: parseMoment(dateFrom), to: parseMoment(dateTo) },
});

async function* linesOf(db: Db, filter: AuditFilter): AsyncGenerator<string> {
  for await (const entries of allAuditEntries(db, filter)) {
    yield entries.map((entry) => `${JSON.stringify(present(entry))}\n`).join('');
  }
}

/** The audit log of a group, for its owner (docs/decisions/0204). */
export const auditEndpoints: Endpoint[] = [
  endpoint('listAuditEntries', {
    access: spaceOf,
    handle: async ({ db, params: { spaceId }, query }) => {
      const { limit = 100, format = 'json' } = query;
      const filter = filterOf(spaceId, query);
      if (format === 'jsonl') {
        return new ContentAnswer(Readable.from(linesOf(db, filter)), 'application/jsonl', 'audit.jsonl');
      }
      const entries = await listAuditEntries(db, filter, limit + 1);
      const shown = entries.slice(0, limit);
      const next = entries.length > limit ? (shown.at(-1)?.id ?? null) : null;
      return { items: shown.map(present), next };
    },
  }),
];

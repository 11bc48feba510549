import { Type } from 'typebox';
import { auditActors, auditedKinds } from '../audit/kinds.ts';
import { ids, owner, samplePeriod } from '../examples/ids.ts';
import { About, Model, Sample } from '../model.ts';
import { people, space } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import {
  Id,
  Nullable,
  OneOf,
  OwnId,
  StoredName,
  Text,
  TextOrNull,
  Timestamp,
  TimestampIn,
  Whole,
} from '../shared.ts';

const Kind = OneOf(...auditedKinds);

export const AuditEntry = Model('AuditEntry', {
  id: Sample(OwnId, ids.auditEntry),
  at: About(Timestamp, 'When it happened.', '2026-03-17T09:31:02.118Z'),
  actor: About(
    OneOf(...auditActors),
    'session: a person in a browser; user, personal: a program with a token of a person; group: with a token of the group; client: with a client token; operator: a command.',
    'session',
  ),
  userId: Nullable(
    Id,
    'The account; null: a token of the group, the operator, or it was deleted.',
    ids.owner,
  ),
  userName: Nullable(StoredName, 'The name that the account has now.', owner.username),
  tokenId: Nullable(Id, 'The personal token or the token of the group; null: none.', null),
  tokenName: Nullable(StoredName, 'The name of a token of the group; null also if it was revoked.', null),
  action: Text('The name of the operation, or the words of a command.', 'deleteRecord'),
  kind: About(Kind, 'What it is about.', 'recording'),
  objectId: TextOrNull('The id of that; null: it has none that may be shown.', ids.record),
});

export const auditRoutes = section('Groups', 'docs/decisions/0204', {
  listAuditEntries: route({
    path: 'GET /v1/spaces/:spaceId/audit-entries',
    permission: space('owner', people),
    summary: 'List who changed what in a group in the last 365 days, newest first',
    query: Type.Object({
      limit: Type.Optional(
        Whole({ minimum: 1, maximum: 1000, default: 100 }, 'How many entries to return; a file has all.'),
      ),
      before: Type.Optional(About(Id, 'Only entries before this one: `next` of the last response.')),
      dateFrom: Type.Optional(About(TimestampIn, 'Only entries from this moment on.')),
      dateTo: Type.Optional(About(TimestampIn, 'Only entries before this moment.')),
      kind: Type.Optional(About(Kind, 'Only entries about this.')),
      userId: Type.Optional(About(Id, 'Only changes by this account.')),
      tokenId: Type.Optional(About(Id, 'Only changes by this token.')),
      format: Type.Optional(
        About(
          OneOf('json', 'jsonl'),
          'jsonl: a file of all these entries, one JSON object in each line. Default json.',
        ),
      ),
    }),
    answer: Type.Object({
      items: Type.Array(AuditEntry, { description: 'The entries, newest first.' }),
      next: Nullable(Id, '`before` of the next request; null: there are no more.', null),
    }),
    files: {
      'application/jsonl':
        '{"id":"69b91f36c2a7e5104d83fb60","at":"2026-03-17T09:31:02.118Z","actor":"session","action":"deleteRecord"}\n',
    },
    example: { query: { before: ids.auditEntry, ...samplePeriod } },
  }),
});

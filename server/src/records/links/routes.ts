import { RecordLink } from '../../../../contract/operations/record-links.ts';
import { pages } from '../../../../contract/pages.ts';
import type { Answer } from '../../../../contract/routes.ts';
import { requestedPage } from '../../platform/db/page.ts';
import { refuse } from '../../platform/errors.ts';
import { type Endpoint, endpoint, openToAll } from '../../platform/http/endpoint.ts';
import { presentFields } from '../../platform/present.ts';
import { addressOfPage } from '../../platform/web-address.ts';
import { recordInPath } from '../access.ts';
import type { RecordParts } from '../parts.ts';
import { createRecordLink } from './create.ts';
import { findRecordLink, linksOfRecord, type RecordLinkRow, revokeRecordLink } from './links.store.ts';
import { openRecordLink } from './open.ts';

type Listed = Answer<'listRecordLinks'>['items'][number];

const presentLink = ({ createdBy, creatorName, ...link }: RecordLinkRow): Listed => ({
  ...presentFields(RecordLink, link),
  createdBy: createdBy === null ? null : { userId: createdBy, name: creatorName ?? '' },
});

/** Links to a recording, for people without an account (docs/decisions/0194). */
export const recordLinkEndpoints = (parts: Pick<RecordParts, 'files'> & { webUrl: URL }): Endpoint[] => [
  endpoint('createRecordLink', {
    access: recordInPath,
    handle: async ({ db, caller, access: { record }, body }) => {
      const made = await createRecordLink(db, { recordId: record.id, userId: caller.userId, body });
      const link = (await findRecordLink(db, made.id)) ?? refuse('not_found');
      // Browsers send no fragment: the token is in no log of a proxy and in no Referer.
      const url = `${addressOfPage(parts.webUrl, pages.recordingByLink)}#${made.token}`;
      return { ...presentLink(link), url };
    },
  }),
  endpoint('listRecordLinks', {
    access: recordInPath,
    handle: async ({ db, access: { record }, query }) => {
      const { items, total } = await linksOfRecord(db, record.id, requestedPage(query));
      return { items: items.map(presentLink), total };
    },
  }),
  endpoint('revokeRecordLink', {
    inTransaction: true,
    access: recordInPath,
    handle: async ({ db, access: { record }, params: { recordLinkId: id } }) => {
      if (!(await revokeRecordLink(db, { recordId: record.id, id }))) refuse('not_found');
    },
  }),
  endpoint('openRecordLink', {
    access: openToAll,
    handle: ({ db, body: { token } }) => openRecordLink(parts, db, token),
  }),
];

import { deletePastLinks } from '../access-links/access-links.ts';
import { deletePastMeetings } from '../bbb/bbb.ts';
import { saveCounts } from '../calls/counts.store.ts';
import { createChatTrimmer, createChatUserEraser, createPollEraser } from '../chat/trim.ts';
import { deletePastDocuments } from '../documents/documents.ts';
import { deletePastParticipants } from '../participants/retention.store.ts';
import { keepCountsOfViewers } from '../playbacks/events/sessions.store.ts';
import { deletePastRecords } from '../records/deleting/delete.ts';
import { deleteRowsWithoutFiles } from '../records/deleting/retention.store.ts';
import type { Step } from '../system/retention.ts';
import { deleteDeliveriesBefore } from '../webhooks/webhooks.ts';

/** Rows of one batch, which takes about 10 ms: participants are deleted with their visits and more. */
const atOnce = { recordRows: 100, documents: 100, calls: 10, participants: 100, links: 250, deliveries: 250 };

/**
 * Erases what is older than `before` in an order that respects the references: counts before visits, participants
 * before their links, messages and polls before their authors.
 */
export const stepsOfRetention = (before: Date): Step[] => [
  { what: 'recordings', erase: (trx) => deletePastRecords(trx, before) },
  {
    what: 'rows of recordings',
    erase: async (trx) =>
      (await deleteRowsWithoutFiles(trx, before, atOnce.recordRows)) === atOnce.recordRows,
  },
  {
    what: 'documents of rooms',
    erase: async (trx) => (await deletePastDocuments(trx, before, atOnce.documents)) === atOnce.documents,
  },
  {
    what: 'counts of calls',
    erase: async (trx) => (await saveCounts(trx, before, atOnce.calls)) === atOnce.calls,
  },
  {
    what: 'meetings of BigBlueButton',
    erase: (trx) => deletePastMeetings(trx, before, atOnce.calls),
  },
  {
    what: 'participants',
    erase: async (trx) =>
      (await deletePastParticipants(trx, {
        ...{ before, limit: atOnce.participants },
        onDeleting: keepCountsOfViewers,
      })) === atOnce.participants,
  },
  {
    what: 'access links',
    erase: async (trx) => (await deletePastLinks(trx, before, atOnce.links)) >= atOnce.links,
  },
  { what: 'messages', erase: createChatTrimmer(before) },
  { what: 'polls', erase: createPollEraser(before) },
  { what: 'people in the chat', erase: createChatUserEraser(before) },
  {
    what: 'webhook deliveries',
    erase: async (trx) =>
      (await deleteDeliveriesBefore(trx, before, atOnce.deliveries)) === atOnce.deliveries,
  },
];

/** The public interface of people: erasure, and deletion of accounts. */
export type { DeletionParts } from './accounts/delete.ts';
export { startDeletingAccounts } from './accounts/job.ts';
export { outcomeOfDeletion, requestDeletion } from './accounts/requests.store.ts';
export { personEndpoints } from './routes.ts';

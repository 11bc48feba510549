/**
 * Erasure of a person, and deletion of accounts. Owns `account_deletions`.
 * Offers: both, for requests and for the command line (`accounts/job.ts`). Listens to nothing.
 * Look first: `erase.ts` calls the part of each feature, which is its `erase.store.ts` or `erase.ts`;
 * `accounts/delete.ts`, with the groups of the account in `accounts/owned-spaces.ts`.
 */

export { personEndpoints } from './routes.ts';

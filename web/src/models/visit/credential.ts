import { api, type Client } from '../../api/api.ts';
import { signedInApi } from './signed-in.ts';

export type VisitCredential = { kind: 'link'; session: string } | { kind: 'account' } | { kind: 'nobody' };

/** The visitor and the API with their credential. A link never uses cookies: two links in two tabs are two people. */
export const clientOf = (as: VisitCredential): Client =>
  as.kind === 'account' ? signedInApi() : api(as.kind === 'link' ? as.session : undefined);

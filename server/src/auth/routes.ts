import type { Endpoint } from '../platform/http/endpoint.ts';
import { accountEndpoints } from './accounts/routes.ts';
import { type PasswordParts, passwordEndpoints } from './passwords/routes.ts';
import { type ProviderParts, providerEndpoints } from './provider/routes.ts';
import { type BrowserParts, browserEndpoints } from './sessions/browser.routes.ts';

export type AuthParts = BrowserParts & PasswordParts & ProviderParts;

/** Endpoints for sign-ins, accounts and personal tokens. (`POST /v1/auth/token` is in tokens/endpoint.ts.) */
export const authEndpoints = (parts: AuthParts): Endpoint[] => [
  ...browserEndpoints(parts),
  ...passwordEndpoints(parts),
  ...accountEndpoints(parts),
  ...providerEndpoints(parts),
];

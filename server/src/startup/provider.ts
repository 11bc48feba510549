import { pages } from '../../../contract/pages.ts';
import { Provider } from '../auth/provider/provider.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../platform/logging/log.ts';

/** The OpenID Connect provider of the settings; undefined: people sign in by password alone. */
export function providerOf(config: Config, log: Logger): Provider | undefined {
  const { LECTERN_OIDC_ISSUER: issuer, LECTERN_URL: webUrl } = config;
  if (!issuer) return undefined;
  const client = {
    clientId: config.LECTERN_OIDC_CLIENT_ID ?? '',
    clientSecret: config.LECTERN_OIDC_CLIENT_SECRET ?? '',
    scopes: config.LECTERN_OIDC_SCOPES,
    returnUrl: new URL(pages.providerReturn, webUrl),
    signedOutUrl: new URL(pages.signIn, webUrl),
  };
  return new Provider({ issuer, ...client }, log);
}

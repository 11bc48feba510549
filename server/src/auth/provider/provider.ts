import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import { now, seconds, ticks } from '../../platform/clock.ts';
import { FairQueue } from '../../platform/concurrency/fair-queue.ts';
import { Refusal } from '../../platform/errors.ts';
import { limitKeyOf } from '../../platform/http/networks.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { Outage } from '../../platform/logging/outage.ts';
import { whyUnreachable } from '../../platform/unreachable.ts';
import type { ProviderClaims } from './claims.ts';
import type { ProviderAccount } from './store.ts';

export interface ProviderSettings {
  issuer: URL;
  clientId: string;
  clientSecret: string;
  scopes: string;
  /** The page to which the provider sends people back. */
  returnUrl: URL;
  /** The page that people see after a sign-out at the provider. */
  signedOutUrl: URL;
}

/** The secrets of one visit to the provider. */
export interface FlowSecrets {
  state: string;
  nonce: string;
  /** The code verifier of PKCE. */
  verifier: string;
}

/** A person whose tokens were verified. */
export interface ProvenPerson extends ProviderAccount {
  claims: ProviderClaims;
  idToken: string;
}

/** The time limit of each request to the provider. */
export const timings = { responseSeconds: 10 };
const largestResponse = 1_000_000;
/** The longest subject that the specification allows. */
const longestSubject = 255;
const metadataLivesMs = seconds(3600);
/** How far the clock of the provider may differ from ours. */
const clockToleranceSeconds = 60;

/** Sign-ins wait here for the provider, apart from passwords: a provider that hangs does not delay these. */
const visits = { slots: 40, maxWaiting: 1000, retryAfter: 5 };

/** Reads the whole response within the limit and the time of the request. */
const fetchLimited: CustomFetch = async (url, init) => {
  const response = await fetch(url, init as RequestInit);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > largestResponse) throw new TypeError(`a response of more than ${largestResponse} bytes`);
    parts.push(part);
  }
  const { status, headers } = response;
  const isEmpty = [204, 205, 304].includes(status);
  return new Response(isEmpty ? null : Buffer.concat(parts), { status, headers });
};

/** Faults of tokens and claims. Every other error means that the provider does not work, or is set up wrongly. */
const faultsOfTokens = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
]);

interface LibraryError {
  code?: string;
  /** The `error` of the provider's response. */
  error?: string;
  message?: string;
}

const isFaultOfSignIn = ({ code = '', error }: LibraryError): boolean =>
  faultsOfTokens.has(code) || error === 'invalid_grant';

/** Why the metadata could not be read, in words. */
function faultOfMetadata(error: unknown): string {
  const { code, cause } = error as { code?: string; cause?: unknown };
  // The library has the metadata in the cause.
  const found = cause as { attribute?: unknown; body?: { issuer?: unknown } } | undefined;
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' && found?.attribute === 'issuer') {
    const named = JSON.stringify(found.body?.issuer).slice(0, 200);
    return `the provider names itself ${named}: write that into LECTERN_OIDC_ISSUER`;
  }
  if (cause instanceof Response) return `the status is ${cause.status}: check LECTERN_OIDC_ISSUER`;
  return whyUnreachable(error);
}

type Library = typeof import('openid-client');

/** Without a list, the specification has `client_secret_basic`. */
const authenticationOf = (library: Library, clientSecret: string): ClientAuth => {
  const [basic, post] = [library.ClientSecretBasic(clientSecret), library.ClientSecretPost(clientSecret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
};

interface Known {
  configuration: Configuration;
  until: number;
}

/** The OpenID Connect provider. Only its metadata and keys stay in memory. */
export class Provider {
  readonly #settings: ProviderSettings;
  readonly #log: Logger;
  readonly #outage: Outage;
  readonly #queue = new FairQueue(visits);
  #known: Known | undefined;
  #discovery: Promise<Configuration> | undefined;

  constructor(settings: ProviderSettings, log: Logger) {
    this.#settings = settings;
    this.#log = log;
    this.#outage = new Outage(log, {
      away: 'the sign-in provider does not respond as it should: check it and the LECTERN_OIDC_* settings',
      back: 'the sign-in provider works again',
    });
  }

  /** The page of the provider where the person signs in. @throws `provider_away` */
  addressOf({ state, nonce, verifier }: FlowSecrets, ip: string): Promise<URL> {
    const { scopes: scope, returnUrl } = this.#settings;
    return this.#visit(ip, async (library, configuration) =>
      library.buildAuthorizationUrl(configuration, {
        redirect_uri: returnUrl.href,
        scope,
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    );
  }

  /**
   * Exchanges the code for tokens, verifies them, and reads the claims.
   * @throws `provider_away`; `provider_sign_in_failed` for a wrong code or a token that is not valid
   */
  personOf(
    { code, iss }: { code: string; iss: string | undefined },
    { state, nonce, verifier }: FlowSecrets,
    ip: string,
  ): Promise<ProvenPerson> {
    const returned = new URL(this.#settings.returnUrl);
    returned.search = new URLSearchParams({ state, code, ...(iss !== undefined && { iss }) }).toString();
    return this.#visit(ip, async (library, configuration) => {
      const tokens = await library.authorizationCodeGrant(configuration, returned, {
        pkceCodeVerifier: verifier,
        expectedNonce: nonce,
        expectedState: state,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims || tokens.id_token === undefined) throw new Error('the provider sent no ID token');
      // The library checks the form of these times only.
      const latest = now().getTime() / seconds(1) + clockToleranceSeconds;
      const isOfFuture = claims.iat > latest || Number(claims.auth_time ?? 0) > latest;
      const isSubject = claims.sub.length <= longestSubject && /^[\x20-\x7e]+$/.test(claims.sub);
      if (isOfFuture || !isSubject) throw new Refusal('provider_sign_in_failed');
      const further = configuration.serverMetadata().userinfo_endpoint
        ? await library.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {};
      const { iss: issuer, sub: subject } = claims;
      return { issuer, subject, claims: { ...claims, ...further }, idToken: tokens.id_token };
    });
  }

  /** Where the provider ends its own session; null if it offers no such page. */
  signOutAddressOf(idToken: string, ip: string): Promise<URL | null> {
    return this.#visit(ip, async (library, configuration) => {
      if (!configuration.serverMetadata().end_session_endpoint) return null;
      return library.buildEndSessionUrl(configuration, {
        id_token_hint: idToken,
        post_logout_redirect_uri: this.#settings.signedOutUrl.href,
      });
    });
  }

  /** Reads the metadata now. @throws an error that says in words what is wrong */
  async check(): Promise<void> {
    try {
      await this.#readMetadata();
      this.#outage.back();
    } catch (error) {
      this.#outage.away(error);
      throw error;
    }
  }

  async #visit<T>(
    ip: string,
    work: (library: Library, configuration: Configuration) => Promise<T>,
  ): Promise<T> {
    try {
      const done = await this.#queue.run(limitKeyOf(ip), async () =>
        work(await import('openid-client'), await this.#configuration()),
      );
      this.#outage.back();
      return done;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      const { code, error: answer, message: reason } = error as LibraryError;
      if (isFaultOfSignIn({ code, error: answer })) {
        this.#log.warn({ code, answer, reason }, 'a sign-in by the provider was not valid');
        throw new Refusal('provider_sign_in_failed');
      }
      this.#outage.away(answer === undefined ? error : `${reason}: ${answer}`);
      throw new Refusal('provider_away', { retryAfter: 10 });
    }
  }

  /** Reads the metadata again from time to time. The last ones serve while the provider is away. */
  async #configuration(): Promise<Configuration> {
    const known = this.#known;
    if (known && known.until > ticks()) return known.configuration;
    const reading = this.#readMetadata();
    return known ? reading.catch(() => known.configuration) : reading;
  }

  /** Shares a request that is under way. */
  #readMetadata(): Promise<Configuration> {
    this.#discovery ??= this.#discover().finally(() => {
      this.#discovery = undefined;
    });
    return this.#discovery;
  }

  async #discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const library = await import('openid-client');
    const found = library.discovery(
      issuer,
      clientId,
      { client_secret: clientSecret, [library.clockTolerance]: clockToleranceSeconds },
      authenticationOf(library, clientSecret),
      {
        timeout: timings.responseSeconds,
        [library.customFetch]: fetchLimited,
        execute: [
          // Tokens from the token endpoint are verified by their signature, too.
          library.enableNonRepudiationChecks,
          // The settings allow http only for a provider on this machine.
          ...(issuer.protocol === 'http:' ? [library.allowInsecureRequests] : []),
        ],
      },
    );
    // Without the code of the error: wrong metadata is no fault of the person's sign-in.
    const configuration = await found.catch((error: unknown) => {
      throw new Error(`metadata: ${faultOfMetadata(error)}`, { cause: error });
    });
    this.#known = { configuration, until: ticks() + metadataLivesMs };
    return configuration;
  }
}

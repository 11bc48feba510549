/** Faults of a connection to another server, by the code of the error, to follow a colon. */
const causes: Record<string, string> = {
  ECONNREFUSED: 'the connection is refused, nothing listens there',
  ENOTFOUND: 'the name is not found in the DNS',
  EAI_AGAIN: 'the DNS does not respond',
  ETIMEDOUT: 'no answer in time, a firewall may hold it back',
  ECONNRESET: 'the connection was closed at once',
  EPIPE: 'the connection was closed at once',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  EPROTO: 'no TLS there',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed; NODE_EXTRA_CA_CERTS may name it',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate is of an authority that is unknown here; NODE_EXTRA_CA_CERTS may name it',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate is of an authority that is unknown here; NODE_EXTRA_CA_CERTS may name it',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'it sends its certificate without the chain, or the authority is unknown here; NODE_EXTRA_CA_CERTS may name it',
  // Codes of fetch, and of the libraries that wrap it.
  UND_ERR_CONNECT_TIMEOUT: 'no answer in time, a firewall may hold it back',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_SOCKET: 'the connection was closed at once',
  OAUTH_TIMEOUT: 'no answer in time',
  TimeoutError: 'no answer in time',
};

interface Failure {
  name?: unknown;
  code?: unknown;
  /** The code before nodemailer replaced it by one of its own. */
  originalCode?: unknown;
  message?: unknown;
  cause?: unknown;
  errors?: unknown;
}

/** Deeper ones are circles. */
const mostDeep = 8;

/** The error with those inside it, the outermost first. An attempt at several addresses has an error for each. */
function chainOf(error: unknown): Failure[] {
  const chain: Failure[] = [];
  for (let each = error; typeof each === 'object' && each !== null && chain.length < mostDeep; ) {
    const failure: Failure = each;
    chain.push(failure);
    each = failure.cause ?? (Array.isArray(failure.errors) ? failure.errors[0] : undefined);
  }
  return chain;
}

function causeOf({ name, code, originalCode }: Failure): string | undefined {
  for (const known of [originalCode, code, name]) {
    if (typeof known !== 'string') continue;
    if (Object.hasOwn(causes, known)) return `${causes[known]} (${known})`;
    if (known.startsWith('ERR_SSL_')) return `no TLS there, or only an old one (${known})`;
  }
  return undefined;
}

/** Why a server of the settings cannot be used, in words; undefined if the error says nothing about a connection. */
export const connectionFault = (error: unknown): string | undefined =>
  chainOf(error)
    .map(causeOf)
    .find((cause) => cause !== undefined);

/** The same, or the message of the error. */
export const whyUnreachable = (error: unknown): string =>
  connectionFault(error) ?? (error instanceof Error ? error.message : String(error));

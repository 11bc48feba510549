import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Raw, roles } from './config.table.ts';
import { isLoopback } from './platform/http/networks.ts';
import { explainWeakness } from './platform/weak-passwords.ts';

const storage = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

const listed = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('');

/** Several nodes need these so that each of them finds what the others stored. */
function faultsOfNodes(values: Raw, isGiven: (name: keyof Raw) => boolean): string[] {
  const faults: string[] = [];
  const given = storage.filter(isGiven);
  const missing = storage.filter((name) => !isGiven(name));
  const isStorageMissing = given.length === 0;
  if (!isStorageMissing && missing.length > 0) {
    faults.push(
      `${listed(storage)} are set together or not at all; ${listed(missing)} ${missing.length > 1 ? 'are' : 'is'} missing`,
    );
  }
  if (isGiven('DATABASE_URL') && (isGiven('REDIS_URL') || isGiven('CENTRIFUGO_URL')) && isStorageMissing) {
    faults.push('several nodes on one DATABASE_URL need S3_ENDPOINT and the other S3_* settings beside it');
  }
  const left = roles.filter((role) => !values.LECTERN_ROLES?.includes(role));
  // Some node must have each role, except that a single node need not record.
  if (left.every((role) => role === 'recorder')) return faults;
  const needed = ['DATABASE_URL', 'LIVEKIT_URL', 'S3_ENDPOINT', 'LECTERN_SECRET_KEY'] as const;
  const lacking = needed.filter((name) => !isGiven(name));
  if (lacking.length > 0) {
    faults.push(
      `LECTERN_ROLES without ${listed(left.filter((role) => role !== 'recorder'))} leaves that to other nodes, and needs ${listed(lacking)} beside it`,
    );
  }
  return faults;
}

/** Whether the address leads to the machine that uses it. */
export const isThisMachine = ({ hostname }: URL): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** Anybody on the network can change a page on http, except on this machine. */
function faultsOfOrigins(values: Raw): string[] {
  if (values.LECTERN_URL?.protocol !== 'https:') return [];
  const insecure = (values.LECTERN_ALLOWED_ORIGINS ?? []).filter((origin) => {
    const url = new URL(origin);
    return url.protocol === 'http:' && !isThisMachine(url);
  });
  if (insecure.length === 0) return [];
  return [
    `LECTERN_ALLOWED_ORIGINS must be https where LECTERN_URL is; ${listed(insecure)} cannot act with cookies`,
  ];
}

/** Issuers of Microsoft for the accounts of all tenants, and the tenant of personal accounts. */
const hasManyTenants = ({ host, pathname }: URL): boolean =>
  /(^|\.)(microsoftonline\.[a-z]+|windows\.net)$/.test(host) &&
  /^\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)(\/|$)/i.test(pathname);

/** Anybody on the network could answer instead of a provider on http. */
function faultsOfProvider(values: Raw, isGiven: (name: keyof Raw) => boolean): string[] {
  const faults: string[] = [];
  const client = ['LECTERN_OIDC_ISSUER', 'LECTERN_OIDC_CLIENT_ID', 'LECTERN_OIDC_CLIENT_SECRET'] as const;
  const given = client.filter(isGiven);
  if (given.length > 0 && given.length < client.length) {
    faults.push(`${listed(client)} are set together or not at all`);
  }
  const further = [
    'LECTERN_OIDC_LABEL',
    'LECTERN_OIDC_SCOPES',
    'LECTERN_OIDC_EMAIL_VERIFIED',
    'LECTERN_OIDC_LINK_BY_EMAIL',
    'LECTERN_OIDC_REGISTRATION',
    'LECTERN_OIDC_GROUPS_CLAIM',
    'LECTERN_OIDC_GROUPS',
  ] as const;
  const alone = given.length === 0 ? further.filter(isGiven) : [];
  if (alone.length > 0)
    faults.push(`${listed(alone)} ${alone.length > 1 ? 'need' : 'needs'} LECTERN_OIDC_ISSUER beside it`);
  const issuer = values.LECTERN_OIDC_ISSUER;
  if (issuer?.protocol === 'http:' && !isThisMachine(issuer)) {
    faults.push('LECTERN_OIDC_ISSUER must be https');
  }
  if (values.LECTERN_OIDC_EMAIL_VERIFIED === 'assumed' && issuer && hasManyTenants(issuer)) {
    faults.push(
      'LECTERN_OIDC_EMAIL_VERIFIED=assumed needs the issuer of one tenant in LECTERN_OIDC_ISSUER: in another tenant anybody can give an account any address',
    );
  }
  if (isGiven('LECTERN_OIDC_GROUPS_CLAIM') !== isGiven('LECTERN_OIDC_GROUPS')) {
    faults.push('LECTERN_OIDC_GROUPS_CLAIM and LECTERN_OIDC_GROUPS are set together or not at all');
  }
  return faults;
}

/** Each service of this kind has a URL, a model and perhaps a key. */
function faultsOfModels(isGiven: (name: keyof Raw) => boolean): string[] {
  const faults: string[] = [];
  if (isGiven('LECTERN_SPEECH_MODEL') && isGiven('LECTERN_SPEECH_URL')) {
    faults.push('LECTERN_SPEECH_MODEL and LECTERN_SPEECH_URL are two engines: set one of them');
  }
  const services = [
    ['LECTERN_SPEECH_URL', 'LECTERN_SPEECH_MODEL_NAME', 'LECTERN_SPEECH_KEY'],
    ['LECTERN_LLM_URL', 'LECTERN_LLM_MODEL', 'LECTERN_LLM_KEY'],
  ] as const;
  for (const [address, model, key] of services) {
    if (isGiven(address) !== isGiven(model)) {
      faults.push(`${address} and ${model} are set together or not at all`);
    }
    if (isGiven(key) && !isGiven(address)) faults.push(`${key} needs ${address} beside it`);
  }
  return faults;
}

function faultsOfCertificate({
  LECTERN_TURN_DOMAIN: domain,
  LECTERN_TURN_CERT_FILE: file,
  LECTERN_TURN_KEY_FILE: keyFile,
}: Raw): string[] {
  if (!domain || !file || !keyFile) return [];
  const certificate = new X509Certificate(readFileSync(file));
  const faults: string[] = [];
  if (!certificate.checkHost(domain)) faults.push(`LECTERN_TURN_CERT_FILE is no certificate of ${domain}`);
  if (!certificate.checkPrivateKey(createPrivateKey(readFileSync(keyFile)))) {
    faults.push('LECTERN_TURN_KEY_FILE is not the key of LECTERN_TURN_CERT_FILE');
  }
  return faults;
}

/** The relay belongs to the embedded LiveKit and needs an address that others reach. */
function faultsOfTurn(values: Raw, isGiven: (name: keyof Raw) => boolean): string[] {
  const faults: string[] = [];
  if (isGiven('LECTERN_TURN_CERT_FILE') !== isGiven('LECTERN_TURN_KEY_FILE')) {
    faults.push('LECTERN_TURN_CERT_FILE and LECTERN_TURN_KEY_FILE are set together or not at all');
  }
  if (!isGiven('LECTERN_TURN_DOMAIN')) {
    const further = ['LECTERN_TURN_TLS_PORT', 'LECTERN_TURN_CERT_FILE', 'LECTERN_TURN_KEY_FILE'] as const;
    return [
      ...faults,
      ...further.filter(isGiven).map((name) => `${name} needs LECTERN_TURN_DOMAIN beside it`),
    ];
  }
  if (isGiven('LIVEKIT_URL')) {
    faults.push(
      'LECTERN_TURN_DOMAIN is for the embedded LiveKit; configure the relay in that of LIVEKIT_URL',
    );
  }
  const address = values.LECTERN_MEDIA_ADDRESS;
  if (isLoopback(address) || ['localhost', 'loopback'].includes(address)) {
    faults.push('LECTERN_TURN_DOMAIN needs LECTERN_MEDIA_ADDRESS beside it, an address beyond this machine');
  }
  return [...faults, ...faultsOfCertificate(values)];
}

/** Checks settings that depend on each other. A setting that is invalid by itself counts as given. */
export function checkTogether(values: Raw, isGiven: (name: keyof Raw) => boolean): string[] {
  const faults: string[] = [];
  if (values.LIVEKIT_URL && !(values.LIVEKIT_API_KEY && values.LIVEKIT_API_SECRET)) {
    faults.push('LIVEKIT_URL needs LIVEKIT_API_KEY and LIVEKIT_API_SECRET beside it');
  }
  if (values.LECTERN_URL?.protocol === 'https:' && values.LECTERN_MEDIA_URL?.protocol === 'ws:') {
    faults.push('LECTERN_MEDIA_URL must be wss where LECTERN_URL is https: browsers refuse ws there');
  }
  if (isGiven('SMTP_URL') !== isGiven('LECTERN_MAIL_FROM')) {
    faults.push('SMTP_URL and LECTERN_MAIL_FROM are set together or not at all');
  }
  faults.push(...faultsOfOrigins(values));
  if (values.DATABASE_URL && !isGiven('LECTERN_SECRET_KEY')) {
    faults.push('DATABASE_URL needs LECTERN_SECRET_KEY beside it (32 random characters or more)');
  }
  if (isGiven('LECTERN_CLIENT_ID') !== isGiven('LECTERN_CLIENT_SECRET')) {
    faults.push('LECTERN_CLIENT_ID and LECTERN_CLIENT_SECRET are set together or not at all');
  }
  const password = values.LECTERN_OWNER_PASSWORD;
  if (password !== undefined && ([...password].length < 8 || [...password].length > 128)) {
    faults.push('LECTERN_OWNER_PASSWORD must have 8 to 128 characters');
  }
  const email = values.LECTERN_OWNER_EMAIL;
  const weakness = password === undefined ? undefined : explainWeakness({ password, email });
  if (weakness) faults.push(`LECTERN_OWNER_PASSWORD ${weakness}`);
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email)) {
    faults.push('LECTERN_OWNER_EMAIL must be an email address');
  }
  const centrifugo = [values.CENTRIFUGO_URL, values.CENTRIFUGO_API_KEY, values.CENTRIFUGO_TOKEN_SECRET];
  if (centrifugo.some(Boolean) && !centrifugo.every(Boolean)) {
    faults.push(
      'CENTRIFUGO_URL, CENTRIFUGO_API_KEY and CENTRIFUGO_TOKEN_SECRET are set together or not at all',
    );
  }
  faults.push(
    ...faultsOfNodes(values, isGiven),
    ...faultsOfModels(isGiven),
    ...faultsOfProvider(values, isGiven),
    ...faultsOfTurn(values, isGiven),
  );
  const names = [
    ...(['PORT', 'LECTERN_MEDIA_PORT', 'LECTERN_MEDIA_TCP_PORT'] as const),
    ...(isGiven('LECTERN_TURN_DOMAIN') ? (['LECTERN_TURN_TLS_PORT'] as const) : []),
  ];
  const ports = names.map((name) => values[name]).filter(Number.isInteger);
  if (!isGiven('LIVEKIT_URL') && new Set(ports).size < ports.length) {
    faults.push(`${listed(names)} must differ`);
  }
  return faults;
}

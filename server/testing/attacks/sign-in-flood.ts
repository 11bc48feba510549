import { sendRaw } from '../raw.ts';

export interface SignInFloodOptions {
  /** The attacked server. */
  url: string;
  /** The `Origin` that the requests send; by default the server's own. */
  origin?: string;
  /** How many requests run concurrently. */
  connections?: number;
  /** Client addresses to use in turn. The server must trust this machine as a proxy (`LECTERN_TRUSTED_PROXIES`). */
  addresses?: string[];
}

/** How many requests had each status; 0 counts requests without a response. */
export type FloodTally = Record<number, number>;

export interface SignInFlood {
  /** The responses so far. */
  answers(): FloodTally;
  /** Ends the attack; resolves after the last response. */
  stop(): Promise<FloodTally>;
}

const json = 'application/json';

/** Guesses passwords and reset codes of new accounts, as fast as the server responds. */
export function startSignInFlood(options: SignInFloodOptions): SignInFlood {
  const { url, origin = url, connections = 50, addresses = [] } = options;
  const tally: FloodTally = {};
  let isStopped = false;
  let sent = 0;

  const guess = () => {
    sent += 1;
    const email = `flood-${sent}@example.org`;
    const address = addresses[sent % addresses.length];
    const headers = { origin, ...(address !== undefined && { 'x-forwarded-for': address }) };
    const signIn = { path: '/v1/auth/session', body: { email, password: `guess ${sent}` } };
    const code = { email, code: 'ABCDEFGH', password: `taken over ${sent}` };
    const reset = { method: 'PUT', path: '/v1/auth/password-reset', body: code };
    const request = sent % 2 ? signIn : reset;
    return sendRaw(url, { ...request, body: JSON.stringify(request.body), type: json, headers });
  };
  const worker = async () => {
    while (!isStopped) {
      const status = await guess().then(
        (answer) => answer.status,
        () => 0,
      );
      tally[status] = (tally[status] ?? 0) + 1;
    }
  };
  const workers = Array.from({ length: connections }, worker);
  return {
    answers: () => ({ ...tally }),
    stop: async () => {
      isStopped = true;
      await Promise.all(workers);
      return { ...tally };
    },
  };
}

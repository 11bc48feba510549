import { databaseOf } from '../database.ts';
import type { Lectern } from '../lectern.ts';
import { FuzzAccount } from './account.ts';
import { ApiDocument, type Described } from './document.ts';
import { changesBetween, ForeignGroup, type ForeignIds } from './foreign.ts';
import { Judge, type JudgedAnswer } from './judge.ts';
import { type FuzzRequest, Requests } from './requests.ts';
import { curlOf, Sender } from './send.ts';

export interface FuzzOptions {
  seed: number;
  /** How many requests are sent in total. */
  requests: number;
  /** How many accounts send concurrently, each on one connection. */
  accounts: number;
  /** How many of the accounts have a participant in a call. */
  calls: number;
  /** Makes ended parts again. Off where rate limits would refuse that. Default true. */
  repairs?: boolean;
  /** Called with each fault when it is found, and with the number of requests sent. */
  onFault?: (fault: Fault) => void;
  onSent?: (sent: number) => void;
  /** Stops after this many kinds of faults. */
  mostFaults?: number;
}

export interface Fault {
  index: number;
  operation: string;
  what: string;
  /** The smallest request found with this fault. */
  curl: string;
  answer: string;
}

export interface FuzzReport {
  sent: number;
  faults: Fault[];
  /** By operation: how many responses had each status. */
  statuses: Map<string, Map<number, number>>;
  rebuilt: number;
}

/** Two faults are of one kind if they are the same fault of the same operation. */
const kindOf = (operation: string, what: string): string => `${operation}: ${what.replace(/\d{2,}/g, 'N')}`;

/** Sends generated requests to every operation and checks each response against the OpenAPI document. */
class Fuzzer {
  readonly #options: FuzzOptions;
  readonly #sender: Sender;
  readonly #document: ApiDocument;
  readonly #judge: Judge;
  readonly #requests: Requests;
  readonly #url: string;
  readonly #faults = new Map<string, Fault>();
  readonly #statuses = new Map<string, Map<number, number>>();
  #next = 0;

  constructor(
    url: string,
    { document, foreign }: { document: ApiDocument; foreign: readonly ForeignIds[] },
    options: FuzzOptions,
  ) {
    this.#url = url;
    this.#options = options;
    this.#document = document;
    this.#judge = new Judge(document);
    this.#requests = new Requests(document, { seed: options.seed, foreign });
    this.#sender = new Sender(url, options.accounts);
  }

  /** Sends with one account until all requests of the run are sent. */
  async work(account: FuzzAccount): Promise<void> {
    const { requests, repairs = true, mostFaults = Number.POSITIVE_INFINITY } = this.#options;
    while (this.#next < requests && this.#faults.size < mostFaults) {
      const index = this.#next;
      this.#next += 1;
      this.#options.onSent?.(this.#next);
      if (repairs) await account.repair();
      const described = this.#requests.describedAt(index);
      const request = this.#requests.make(index, account.known);
      const meant = this.#document.find(described, request.method) ?? described;
      const { answer, what } = await this.#try(meant, request);
      this.#count(meant, answer);
      if (answer && answer.status < 300 && request.method !== 'HEAD')
        account.note(meant.operation, request.operation);
      if (what !== undefined) await this.#keep(index, meant, { request, answer, what });
    }
  }

  /** Reports changes in the foreign group, which no request may change. */
  compare(...[before, after]: Parameters<typeof changesBetween>): void {
    for (const { operation, text } of changesBetween(before, after)) {
      const what = 'the foreign group changed';
      const fault = {
        index: this.#next - 1,
        operation,
        what,
        curl: 'by this or an earlier request',
        answer: text,
      };
      this.#faults.set(kindOf(operation, what), fault);
      this.#options.onFault?.(fault);
    }
  }

  report(accounts: FuzzAccount[]): FuzzReport {
    this.#sender.close();
    const rebuilt = accounts.reduce((sum, account) => sum + account.rebuilt, 0);
    return { sent: this.#next, faults: [...this.#faults.values()], statuses: this.#statuses, rebuilt };
  }

  async #try(
    meant: Described,
    request: FuzzRequest,
  ): Promise<{ answer?: JudgedAnswer; what: string | undefined }> {
    try {
      const answer = await this.#sender.send(request);
      return { answer, what: this.#judge.faultOf(meant, request, answer) };
    } catch (error) {
      return { what: `no response: ${(error as Error).message}` };
    }
  }

  #count({ operation }: Described, answer: JudgedAnswer | undefined): void {
    const counts = this.#statuses.get(operation) ?? new Map<number, number>();
    const status = answer?.status ?? 0;
    this.#statuses.set(operation, counts.set(status, (counts.get(status) ?? 0) + 1));
  }

  async #keep(
    index: number,
    meant: Described,
    { request, answer, what }: { request: FuzzRequest; answer: JudgedAnswer | undefined; what: string },
  ): Promise<void> {
    const kind = kindOf(meant.operation, what);
    if (this.#faults.has(kind)) return;
    const fault = { index, operation: meant.operation, what, answer: answerIn(answer), curl: '' };
    this.#faults.set(kind, fault);
    fault.curl = curlOf(this.#url, await this.#smallest(meant, request, kind));
    this.#options.onFault?.(fault);
  }

  /** Reduces the request: drops one header, parameter or field at a time while the fault remains. */
  async #smallest(meant: Described, request: FuzzRequest, kind: string): Promise<FuzzRequest> {
    // A smaller request may be allowed.
    if (request.forbidden !== undefined) return request;
    let smallest = request;
    for (let tried = 0, isSmaller = true; isSmaller && tried < 60; ) {
      isSmaller = false;
      for (const smaller of smallerOf(smallest)) {
        tried += 1;
        const { what } = await this.#try(meant, smaller);
        if (what === undefined || kindOf(meant.operation, what) !== kind) continue;
        smallest = smaller;
        isSmaller = true;
        break;
      }
    }
    return smallest;
  }
}

const answerIn = (answer: JudgedAnswer | undefined): string =>
  answer ? `${answer.status} ${answer.text.slice(0, 500)}` : 'none';

function* smallerOf(request: FuzzRequest): Generator<FuzzRequest> {
  for (const name of Object.keys(request.headers)) {
    const { [name]: _, ...headers } = request.headers;
    yield { ...request, headers };
  }
  const [path = '', query = ''] = request.path.split(/\?(.*)/s);
  const parts = query === '' ? [] : query.split('&');
  for (const part of parts) {
    const rest = parts.filter((other) => other !== part).join('&');
    yield { ...request, path: rest === '' ? path : `${path}?${rest}` };
  }
  yield* withoutFields(request);
}

function* withoutFields(request: FuzzRequest): Generator<FuzzRequest> {
  try {
    const fields = JSON.parse(String(request.body)) as Record<string, unknown>;
    for (const name of Object.keys(fields)) {
      const { [name]: _, ...rest } = fields;
      yield { ...request, body: JSON.stringify(rest) };
    }
  } catch {
    // A body that is not JSON stays as it is.
  }
}

/** Sends the requests of a seed to a running server. */
export async function fuzz(lectern: Lectern, options: FuzzOptions): Promise<FuzzReport> {
  const document = await ApiDocument.of(lectern.url);
  const database = await databaseOf(lectern);
  const accounts: FuzzAccount[] = [];
  try {
    const foreign = await ForeignGroup.make(lectern, database);
    const fuzzer = new Fuzzer(lectern.url, { document, foreign: foreign.ids }, options);
    const before = await foreign.snapshot();
    const numbers = Array.from({ length: options.accounts }, (_, number) => number);
    const makes = numbers.map((number) =>
      FuzzAccount.make({ lectern, database, hasCall: number < options.calls }),
    );
    accounts.push(...(await Promise.all(makes)));
    await Promise.all(accounts.map((account) => fuzzer.work(account)));
    fuzzer.compare(before, await foreign.snapshot());
    return fuzzer.report(accounts);
  } finally {
    for (const account of accounts) await account.close();
    await database.close();
  }
}

/** The text of a fault with what a person needs to repeat it. */
export const printed = (seed: number, { index, operation, what, curl, answer }: Fault): string =>
  `${operation}: ${what}\n  --seed ${seed}, request ${index}\n  ${curl}\n  ${answer}`;

/** Operations of which no response had a wanted status. */
export const operationsWithout = (
  { statuses }: FuzzReport,
  isWanted: (status: number) => boolean,
): string[] =>
  [...statuses].filter(([, counts]) => ![...counts.keys()].some(isWanted)).map(([operation]) => operation);

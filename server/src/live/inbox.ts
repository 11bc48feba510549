import type { ClientMessage, MessageReply, ProtocolFault, SocketInbox } from '../engines/socket/socket.ts';
import { Refusal } from '../platform/errors.ts';
import type { Logger } from '../platform/logging/log.ts';
import { Budgets } from './budgets.ts';
import type { LiveKind, LiveMethod } from './methods.ts';

/** `limited`: over the budget. `failed`: by an error of ours. */
export type LiveOutcome = 'taken' | 'limited' | 'refused' | 'failed';

interface InboxParts {
  methods: readonly LiveMethod[];
  /** Called for every message, for metrics. */
  onMessage: (figures: { kind: LiveKind; outcome: LiveOutcome }) => void;
  log: Logger;
}

/** The budget of one person for all their connections to this node, in messages. */
export const messageBudget = { burst: 60, perSecond: 30 };
/** A large message costs one more for each so many characters: an element of 60,000 bytes counts as 15 messages. */
const sizePerCost = 4_096;
const longestMessage = 500;

const faults = {
  internal: { code: 100, message: 'internal server error', temporary: true },
  permissionDenied: { code: 103, message: 'permission denied' },
  methodNotFound: { code: 104, message: 'method not found' },
  tooManyRequests: { code: 111, message: 'too many requests', temporary: true },
} as const satisfies Record<string, ProtocolFault>;

/** The fault of a refusal: its status as the code, and the error code of the HTTP interface as the message. */
function faultOf({ status, code, message }: Refusal): ProtocolFault {
  if (status === 429) return faults.tooManyRequests;
  if (status >= 500) return faults.internal;
  if (code === 'forbidden') return faults.permissionDenied;
  // They are on their way back to the call.
  if (code === 'participant_not_in_call') return { code: status, message: code, temporary: true };
  const text = code === 'validation_failed' ? `${code}: ${message}` : code;
  return { code: status, message: text.slice(0, longestMessage) };
}

/**
 * Takes the messages of clients from the socket, and passes those that it accepts to the handlers of their methods
 * (docs/decisions/0226).
 */
export class LiveInbox implements SocketInbox {
  readonly #parts: InboxParts;
  readonly #methods: Map<string, LiveMethod>;
  readonly #people = new Budgets(messageBudget);
  readonly #ofMethods: Map<LiveMethod, Budgets>;

  constructor(parts: InboxParts) {
    this.#parts = parts;
    const { methods } = parts;
    this.#methods = new Map(methods.map((method) => [`${method.kind} ${method.name}`, method]));
    this.#ofMethods = new Map(
      methods.flatMap((method) => {
        const { perSecond } = method;
        return perSecond ? [[method, new Budgets({ burst: perSecond, perSecond })]] : [];
      }),
    );
  }

  take(message: ClientMessage): void {
    void this.#run('send', message);
  }

  answer(message: ClientMessage): Promise<MessageReply> {
    return this.#run('rpc', message);
  }

  async #run(kind: LiveKind, message: ClientMessage): Promise<MessageReply> {
    const { reply, outcome } = await this.#handle(kind, message);
    this.#parts.onMessage({ kind, outcome });
    return reply;
  }

  async #handle(
    kind: LiveKind,
    { userId, method: name, data, size }: ClientMessage,
  ): Promise<{ reply: MessageReply; outcome: LiveOutcome }> {
    // Unknown methods cost as much as others.
    const cost = 1 + Math.floor(size / sizePerCost);
    const method = this.#methods.get(`${kind} ${name}`);
    const ofMethod = method && this.#ofMethods.get(method);
    if (!this.#people.charge(userId, cost) || ofMethod?.charge(userId) === false)
      return { reply: { error: faults.tooManyRequests }, outcome: 'limited' };
    if (!method) return { reply: { error: faults.methodNotFound }, outcome: 'refused' };
    try {
      const result = await method.handle({ userId, data: method.validate(data) });
      return { reply: { data: result ?? {} }, outcome: 'taken' };
    } catch (error) {
      if (error instanceof Refusal && error.status < 500)
        return { reply: { error: faultOf(error) }, outcome: 'refused' };
      this.#parts.log.warn(
        { err: error, method: name },
        'could not handle a message of a client; it may try again',
      );
      return { reply: { error: faults.internal }, outcome: 'failed' };
    }
  }
}

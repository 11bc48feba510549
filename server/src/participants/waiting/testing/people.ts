import type { Body } from '../../../../../contract/routes.ts';
import type { TestGroup } from '../../../../testing/group.ts';
import type { InProcess } from '../../../../testing/in-process.ts';
import { type Entered, enterBy, makeLink } from '../../../../testing/people/entering.ts';
import { connectToFakeCall, type InFakeCall, joinFakeCall } from '../../../../testing/people/fake-call.ts';
import { SocketListener } from '../../../../testing/people/listener.ts';

/** People before and in the calls of a test. All of them leave at its end, by `end`. */
export class WaitingPeople {
  readonly #lectern: () => InProcess;
  readonly #ends: (() => unknown)[] = [];

  /** @param lectern the server, which starts later than the people are declared */
  constructor(lectern: () => InProcess) {
    this.#lectern = lectern;
  }

  /** Enters the room by a new link, as far as the room lets them. */
  readonly knock = async (group: TestGroup, more: Partial<Body<'generateAccess'>> = {}): Promise<Entered> =>
    enterBy(this.#lectern(), group, { url: await makeLink(group, more) });

  /** A moderator in the call. */
  readonly lead = async (group: TestGroup): Promise<InFakeCall> => {
    const moderator = await joinFakeCall(this.#lectern(), group, { username: 'Mo', role: 'moderator' });
    this.later(() => moderator.person.leave());
    return moderator;
  };

  /** Connects an admitted participant to the call. */
  readonly goIn = async (group: TestGroup, entered: Entered): Promise<InFakeCall> => {
    const inCall = await connectToFakeCall(this.#lectern(), group, entered);
    this.later(() => inCall.person.leave());
    return inCall;
  };

  readonly listen = async ({ api }: Pick<Entered, 'api'>): Promise<SocketListener> => {
    const ear = new SocketListener(this.#lectern(), api);
    this.later(() => ear.close());
    await ear.connected();
    return ear;
  };

  /** Runs at the end of the test. */
  readonly later = (end: () => unknown): void => {
    this.#ends.push(end);
  };

  async end(): Promise<void> {
    for (const end of this.#ends.splice(0)) await end();
  }
}

import { requestProblemOf } from '../../../request-problem.ts';

/** The longest time in seconds for which the sending waits by itself: the limits of a minute are over then. */
const longestWait = 60;

const overCodes: readonly string[] = ['link_expired', 'link_revoked'];

type Sending<P> = {
  people: readonly P[];
  send: (person: P) => Promise<unknown>;
  pause: (seconds: number) => Promise<unknown>;
  /** Runs after each person; a link that is over meanwhile is not sent. */
  onDone: (person: P, isSent: boolean) => void;
  /** Ends the sending. */
  signal: AbortSignal;
};

/** Sends links one after another, and waits where the server limits the pace. @throws the first other refusal */
export async function sendLinks<P>({ people, send, pause, onDone, signal }: Sending<P>): Promise<void> {
  for (const person of people) {
    let isSent: boolean | undefined;
    while (isSent === undefined) {
      if (signal.aborted) return;
      try {
        await send(person);
        isSent = true;
      } catch (error) {
        const { code, wait = longestWait } = requestProblemOf(error);
        if (overCodes.includes(code)) isSent = false;
        else if (code === 'rate_limited' && wait <= longestWait) await pause(wait);
        else throw error;
      }
    }
    onDone(person, isSent);
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { databaseOf } from '../../../server/testing/database.ts';
import { createChance } from '../../../server/testing/fuzzing/fuzz.ts';
import { makeGroup, type TestGroup } from '../../../server/testing/group.ts';
import type { LecternProcess } from '../../../server/testing/lectern.ts';
import { type Entered, enterBy, makeLink } from '../../../server/testing/people/entering.ts';
import { mediaOf } from '../../../server/testing/people/meeting.ts';
import { Person } from '../../../server/testing/people/person.ts';
import { waitUntil } from '../../../server/testing/wait.ts';

/** One media session by its client's clock: requested, joined, left. */
interface Session {
  participantId: string;
  sid: string;
  askedAt: number;
  cameAt: number;
  leftAt: number;
}

interface Guest {
  entered: Entered;
  /** Issued before the server is killed, so that joining does not need it. */
  tokens: string[];
  present: { person: Person; session: Session } | undefined;
}

interface RoundOutcome {
  sessions: number;
  /** Sessions without a visit although a server was running. */
  missed: number;
  /** Sessions that began and ended while no server was running, and so without a visit. */
  unseen: number;
  /** Visits without a session. */
  invented: number;
  /** Visits without an end, and calls beyond the only one. */
  unsound: number;
  /** Counts in analytics that are wrong. */
  wrongCounts: number;
  /** Differences between a visit's start and the client's join, in ms. */
  entryErrors: number[];
  /** Differences between a visit's end and the client's departure, in ms. */
  exitErrors: number[];
  /** The same for departures while no server was running. */
  exitErrorsWhileDown: number[];
  seconds: number;
}

const guestCount = 5;
const stepsBefore = 8;
const stepsWhileDown = 6;
const stepsAfter = 8;
const tokensEach = stepsBefore + stepsWhileDown + stepsAfter;

class Round {
  readonly #lectern: LecternProcess;
  readonly #group: TestGroup;
  readonly #chance: () => number;
  readonly #guests: Guest[] = [];
  readonly #sessions: Session[] = [];
  #down = { from: 0, until: 0 };

  constructor(lectern: LecternProcess, group: TestGroup, chance: () => number) {
    this.#lectern = lectern;
    this.#group = group;
    this.#chance = chance;
  }

  /** One participant who stays, so that the call goes on, and guests who join and leave. */
  async invite(): Promise<void> {
    for (let n = 0; n <= guestCount; n += 1) {
      const url = await makeLink(this.#group, { externalUserId: `person-${n}` });
      const entered = await enterBy(this.#lectern, this.#group, { url });
      const tokens: string[] = [];
      const count = n === 0 ? 1 : tokensEach;
      for (let i = 0; i < count; i += 1) {
        tokens.push((await entered.api.issueSignalingToken(entered.at)).signalingToken);
      }
      this.#guests.push({ entered, tokens, present: undefined });
    }
    const [anchor] = this.#guests;
    if (anchor) await this.#come(anchor);
  }

  async #come(guest: Guest): Promise<void> {
    const askedAt = Date.now();
    const person = await Person.join(mediaOf(this.#lectern).url, guest.tokens.pop() ?? '');
    const participantId = guest.entered.id;
    const session = { participantId, sid: person.sid, askedAt, cameAt: Date.now(), leftAt: Number.NaN };
    this.#sessions.push(session);
    guest.present = { person, session };
    if (this.#chance() < 0.3) await person.publish('microphone');
  }

  async #leave(guest: Guest): Promise<void> {
    if (!guest.present) return;
    const { person, session } = guest.present;
    guest.present = undefined;
    await person.leave();
    session.leftAt = Date.now();
  }

  async #steps(count: number): Promise<void> {
    for (let step = 0; step < count; step += 1) {
      const guest = this.#guests[1 + Math.floor(this.#chance() * guestCount)];
      if (guest?.present) await this.#leave(guest);
      else if (guest) await this.#come(guest);
      await pause(this.#chance() * 250);
    }
  }

  async run(): Promise<RoundOutcome> {
    const began = performance.now();
    await this.invite();
    await this.#steps(Math.ceil(this.#chance() * stepsBefore));
    this.#down.from = Date.now();
    // The kill happens in the middle of a step.
    await Promise.all([this.#steps(2), pause(this.#chance() * 100).then(() => this.#lectern.kill())]);
    await this.#steps(Math.floor(this.#chance() * (stepsWhileDown - 2)));
    await Promise.all([this.#lectern.start(), this.#steps(2)]);
    this.#down.until = Date.now();
    await this.#steps(Math.ceil(this.#chance() * (stepsAfter - 2)));
    for (const guest of this.#guests) await this.#leave(guest);
    return { ...(await this.#judge()), seconds: (performance.now() - began) / 1000 };
  }

  async #judge(): Promise<Omit<RoundOutcome, 'seconds'>> {
    const { owner, spaceId, room } = this.#group;
    const days = [this.#down.from, Date.now()].map((moment) => new Date(moment).toISOString());
    const list = async () => {
      const dates = days[0]?.slice(0, 10) === days[1]?.slice(0, 10) ? days.slice(1) : days;
      const lists = dates.map((date) => owner.analyticsCalls({ spaceId, query: { roomId: room.id, date } }));
      return (await Promise.all(lists)).flatMap(({ items }) => items);
    };
    const calls = await waitUntil(async () => ((await list()).length > 0 ? list() : undefined), {
      timeout: 30_000,
      message: 'the call to end',
    });
    const { db, close } = await databaseOf(this.#lectern);
    const visits = await db
      .selectFrom('visits as v')
      .innerJoin('calls as c', 'c.id', 'v.call_id')
      .selectAll('v')
      .where('c.room_id', '=', room.id)
      .execute();
    await close();
    const bySid = new Map(visits.map((visit) => [visit.engine_sid, visit]));
    const told = this.#sessions.filter(({ sid }) => bySid.has(sid));
    const hidden = this.#sessions.filter((session) => !bySid.has(session.sid) && this.#isUnseen(session));
    const entryErrors: number[] = [];
    const exitErrors: number[] = [];
    const exitErrorsWhileDown: number[] = [];
    for (const session of told) {
      const visit = bySid.get(session.sid);
      const [entered, exited] = [visit?.entered_at.getTime() ?? 0, visit?.exited_at?.getTime() ?? 0];
      entryErrors.push(Math.max(0, session.askedAt - entered, entered - session.cameAt));
      (this.#whileDown(session.leftAt) ? exitErrorsWhileDown : exitErrors).push(
        Math.abs(exited - session.leftAt),
      );
    }
    const people = new Set(told.map(({ participantId }) => participantId));
    const call = calls[0];
    const counts = [
      call?.totalParticipantsCount === told.length,
      call?.uniqueParticipantsCount === people.size,
      (call?.participantsCount ?? 0) <= guestCount + 1,
    ];
    return {
      sessions: this.#sessions.length,
      missed: this.#sessions.length - told.length - hidden.length,
      unseen: hidden.length,
      invented: visits.length - told.length,
      unsound: visits.filter(({ exited_at }) => exited_at === null).length + calls.length - 1,
      wrongCounts: counts.filter((right) => !right).length,
      entryErrors,
      exitErrors,
      exitErrorsWhileDown,
    };
  }

  /** Near a start or end of the server it may or may not have seen the session. */
  #whileDown(moment: number): boolean {
    return moment > this.#down.from - 200 && moment < this.#down.until + 200;
  }

  #isUnseen({ askedAt, leftAt }: Session): boolean {
    return this.#whileDown(askedAt) && this.#whileDown(leftAt);
  }
}

/** Runs meetings with kills (-9) of the server and compares its records with the sessions of the clients. */
export async function callRounds(
  lectern: LecternProcess,
  options: { seed: number; rounds: number; onRound?: (round: number, outcome: RoundOutcome) => void },
): Promise<RoundOutcome[]> {
  const chance = createChance(options.seed);
  const outcomes: RoundOutcome[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const group = await makeGroup(lectern);
    const outcome = await new Round(lectern, group, chance).run();
    outcomes.push(outcome);
    options.onRound?.(round, outcome);
  }
  return outcomes;
}

const sum = (
  outcomes: RoundOutcome[],
  name: 'sessions' | 'missed' | 'unseen' | 'invented' | 'unsound' | 'wrongCounts',
) => outcomes.reduce((total, outcome) => total + outcome[name], 0);

/** Sums up all rounds. */
export const totalsOf = (outcomes: RoundOutcome[]) => ({
  sessions: sum(outcomes, 'sessions'),
  missed: sum(outcomes, 'missed'),
  unseen: sum(outcomes, 'unseen'),
  invented: sum(outcomes, 'invented'),
  unsound: sum(outcomes, 'unsound'),
  wrongCounts: sum(outcomes, 'wrongCounts'),
  entryErrors: outcomes.flatMap(({ entryErrors }) => entryErrors),
  exitErrors: outcomes.flatMap(({ exitErrors }) => exitErrors),
  exitErrorsWhileDown: outcomes.flatMap(({ exitErrorsWhileDown }) => exitErrorsWhileDown),
});

import type { ErrorDetail } from '../../../../contract/errors.ts';
import type { Body } from '../../../../contract/routes.ts';
import { type Db, inTransaction, onCommit } from '../../platform/db/db.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { publishToUser } from '../changes.ts';
import { lockChannel } from '../channels/store.ts';
import type { SocketPart } from '../parts.ts';
import { moderatorsHere } from '../people/moderators.store.ts';
import { lockPoll, type PollPlace } from './polls.ts';
import { insertPoll, movePoll, type NewPoll, pollById, savePoll } from './store.ts';

type Wanted = Body<'createPoll'>;

const fewest = 2;

/** The parts of a poll that people write. */
export type PollContent = Omit<Wanted, 'channelId'>;

function optionsOf({ options = [], validOptions }: PollContent): NewPoll['options'] {
  return options.map(({ option, valid }, index) => ({
    option: option.trim(),
    valid: validOptions?.[index] ?? valid ?? false,
  }));
}

function faultsOfOptions(
  { isOpenEnded, withAnswer, validOptions, isSingleChoice }: PollContent,
  options: NewPoll['options'],
): ErrorDetail[] {
  const rules: [isBroken: unknown, path: string, message: string][] = [
    [isOpenEnded && options.length > 0, 'options', 'must be empty: the question is open'],
    [!isOpenEnded && options.length < fewest, 'options', `must have at least ${fewest} items`],
    [(validOptions?.length ?? 0) > options.length, 'validOptions', 'must not be longer than the options'],
    [withAnswer && !options.some(({ valid }) => valid), 'withAnswer', 'requires at least one right option'],
    [isOpenEnded && isSingleChoice, 'isSingleChoice', 'is not for open questions'],
  ];
  return rules.flatMap(([isBroken, path, message]) => (isBroken ? [{ path, message }] : []));
}

/** The faults of a poll in the rules that concern several of its values. */
export const faultsOfPoll = (content: PollContent): ErrorDetail[] =>
  faultsOfOptions(content, optionsOf(content));

/** The poll as it is stored; its values have no faults. */
export const newPollOf = (content: PollContent, channelId: string): NewPoll => ({
  channelId,
  question: content.question.trim(),
  withAnswer: content.withAnswer ?? false,
  isOpenEnded: content.isOpenEnded ?? false,
  isSingleChoice: content.isSingleChoice ?? false,
  areResultsHidden: content.areResultsHidden ?? false,
  templateId: content.templateId == null ? null : String(content.templateId),
  options: optionsOf(content),
});

function refuseFaults(content: PollContent): void {
  const details = faultsOfPoll(content);
  if (details.length > 0) throw new Refusal('validation_failed', { details });
}

/** Notifies the moderators in the call or session, and nobody else, that prepared polls changed. They read the list by HTTP. */
async function publishPreparedPolls(parts: SocketPart, trx: Db, channelId: string): Promise<void> {
  const users = await moderatorsHere(trx, channelId);
  onCommit(trx, () => {
    for (const userId of users) {
      publishToUser(parts, userId, { event: 'prepared-polls', payload: { channelId } });
    }
  });
}

/**
 * Creates a poll. Others than moderators learn of it when it is started. `check` runs with the channel locked.
 * @returns its id
 */
export async function createPoll(
  parts: SocketPart,
  db: Db,
  {
    channelId,
    check,
    ...content
  }: PollContent & { channelId: string; check?: (trx: Db, channelId: string) => Promise<void> },
): Promise<string> {
  refuseFaults(content);
  const poll = newPollOf(content, channelId);
  return inTransaction(db, async (trx) => {
    if (!(await lockChannel(trx, channelId))) refuse('not_found');
    await check?.(trx, channelId);
    const pollId = await insertPoll(trx, poll);
    await publishPreparedPolls(parts, trx, channelId);
    return pollId;
  });
}

/** Changes a poll that has not started. The fields that the change does not name stay. */
export async function updatePoll(
  parts: SocketPart,
  db: Db,
  { place, body: { position, ...change } }: { place: PollPlace; body: Body<'updateRoomPoll'> },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const status = await lockPoll(trx, place);
    const before = (await pollById(trx, place.pollId, null)) ?? refuse('not_found');
    // An open question has no options and no single choice: the change need not say so.
    const cleared = change.isOpenEnded ? { options: [], withAnswer: false, isSingleChoice: false } : {};
    const content = { ...before, ...cleared, ...change };
    refuseFaults(content);
    if (status !== 'new') refuse('poll_started');
    if (Object.keys(change).length > 0) await savePoll(trx, before, newPollOf(content, place.channelId));
    if (position !== undefined) await movePoll(trx, place, position);
    await publishPreparedPolls(parts, trx, place.channelId);
  });
}

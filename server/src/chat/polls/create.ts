import type { ErrorDetail } from '../../../../contract/errors.ts';
import type { Answer, Body } from '../../../../contract/routes.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import type { ChannelAccess } from '../access.ts';
import { lockChannel } from '../channels/store.ts';
import { readPoll } from './polls.ts';
import { insertPoll, type NewPoll } from './store.ts';

type Wanted = Body<'createPoll'>;

const fewest = 2;

/** The parts of a poll that people write. */
export type PollContent = Pick<
  Wanted,
  'question' | 'options' | 'validOptions' | 'isOpenEnded' | 'withAnswer' | 'templateId'
>;

function optionsOf({ options = [], validOptions }: PollContent): NewPoll['options'] {
  return options.map(({ option, valid }, index) => ({
    option: option.trim(),
    valid: validOptions?.[index] ?? valid ?? false,
  }));
}

function faultsOfOptions(
  { isOpenEnded, withAnswer, validOptions }: PollContent,
  options: NewPoll['options'],
) {
  const faults: ErrorDetail[] = [];
  if (isOpenEnded && options.length > 0) {
    faults.push({ path: 'options', message: 'must be empty: the question is open' });
  }
  if (!isOpenEnded && options.length < fewest) {
    faults.push({ path: 'options', message: `must have at least ${fewest} items` });
  }
  if (validOptions && validOptions.length > options.length) {
    faults.push({ path: 'validOptions', message: 'must not be longer than the options' });
  }
  if (withAnswer && !options.some(({ valid }) => valid)) {
    faults.push({ path: 'withAnswer', message: 'requires at least one right option' });
  }
  return faults;
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
  templateId: content.templateId == null ? null : String(content.templateId),
  options: optionsOf(content),
});

/** Creates a poll. It is not published before it is started. */
export async function createPoll(db: Db, access: ChannelAccess, body: Wanted): Promise<Answer<'createPoll'>> {
  const details = faultsOfPoll(body);
  if (details.length > 0) throw new Refusal('validation_failed', { details });
  const poll = newPollOf(body, access.channel.id);
  return inTransaction(db, async (trx) => {
    if (!(await lockChannel(trx, access.channel.id))) refuse('not_found');
    const pollId = await insertPoll(trx, poll);
    return readPoll(trx, { ...access, pollId });
  });
}

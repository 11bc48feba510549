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

function optionsOf({ options = [], validOptions }: Wanted): NewPoll['options'] {
  return options.map(({ option, valid }, index) => ({
    option: option.trim(),
    valid: validOptions?.[index] ?? valid ?? false,
  }));
}

function faultsOfOptions({ isOpenEnded, withAnswer, validOptions }: Wanted, options: NewPoll['options']) {
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

/** Checks the rules that concern several values. @throws Refusal with every fault */
function check(body: Wanted, channelId: string): NewPoll {
  const options = optionsOf(body);
  const question = body.question.trim();
  const details = faultsOfOptions(body, options);
  if (details.length > 0) throw new Refusal('validation_failed', { details });
  return {
    channelId,
    question,
    withAnswer: body.withAnswer ?? false,
    isOpenEnded: body.isOpenEnded ?? false,
    templateId: body.templateId == null ? null : String(body.templateId),
    options,
  };
}

/** Creates a poll. It is not published before it is started. */
export async function createPoll(db: Db, access: ChannelAccess, body: Wanted): Promise<Answer<'createPoll'>> {
  const poll = check(body, access.channel.id);
  return inTransaction(db, async (trx) => {
    if (!(await lockChannel(trx, access.channel.id))) refuse('not_found');
    const pollId = await insertPoll(trx, poll);
    return readPoll(trx, { ...access, pollId });
  });
}

import { now } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/db.ts';
import { checkNewTarget, resolveHost } from '../../platform/http/outgoing/targets.ts';
import { newId } from '../../platform/ids.ts';
import { type AskedCall, type Call, type Outcome, readingMethods } from '../calls.ts';
import { liveMeeting, lockMeetingId } from '../meetings/store.ts';
import type { BbbParts } from '../parts.ts';
import { fail } from '../request/failures.ts';
import type { Parameters } from '../request/query.ts';
import { isTrue, trimmed } from '../request/values.ts';
import type { XmlElement } from '../xml/write.ts';
import {
  countHooks,
  findEqualHook,
  type Hook,
  insertHook,
  listHooks,
  lockHooksOf,
  removeHook,
} from './hooks.store.ts';
import { forgetTold } from './people.store.ts';

/** The most hooks for all meetings of a group, for one meeting, and of a group in all. */
export const mostHooks = { ofGroup: 10, ofMeeting: 10, all: 10_000 };
const longest = { url: 2000, meetingId: 256, events: 2000 };

type Wanted = Pick<Hook, 'callbackUrl' | 'clientMeetingId' | 'eventNames'>;

function wantedIn(parameters: Parameters): Wanted {
  const callbackUrl = trimmed(parameters, 'callbackURL') ?? fail('missingParamCallbackURL');
  if (isTrue(parameters, 'getRaw')) fail('notImplemented');
  const clientMeetingId = trimmed(parameters, 'meetingID') ?? null;
  const events = trimmed(parameters, 'eventID') ?? '';
  if (
    callbackUrl.length > longest.url ||
    [...(clientMeetingId ?? '')].length > longest.meetingId ||
    events.length > longest.events
  )
    fail('createHookError');
  const names = events
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return { callbackUrl, clientMeetingId, eventNames: names.length > 0 ? [...new Set(names)] : null };
}

/** Creates a hook, unless one like it is there. Requests of a group wait for each other, so that the limits hold. */
function addHook(
  { db }: BbbParts,
  { spaceId, isOfInstallation }: AskedCall,
  wanted: Wanted,
): Promise<{ id: string; isNew: boolean }> {
  const { clientMeetingId } = wanted;
  return inTransaction(db, async (trx) => {
    // A meeting that is created meanwhile gets the hook, or finds it.
    if (clientMeetingId !== null) await lockMeetingId(trx, { spaceId, meetingId: clientMeetingId });
    await lockHooksOf(trx, spaceId);
    const equal = await findEqualHook(trx, { spaceId, isOfInstallation, ...wanted });
    if (equal !== undefined) return { id: equal, isNew: false };
    const { all, ofGroup, ofMeeting } = await countHooks(trx, { spaceId, clientMeetingId });
    const isFull = clientMeetingId === null ? ofGroup >= mostHooks.ofGroup : ofMeeting >= mostHooks.ofMeeting;
    if (isFull || all >= mostHooks.all) fail('createHookError');
    const meeting =
      clientMeetingId === null ? undefined : await liveMeeting(trx, { spaceId, meetingId: clientMeetingId });
    const meetingId = meeting?.id ?? null;
    if (clientMeetingId === null || meetingId !== null) await forgetTold(trx, { spaceId, meetingId });
    const id = newId();
    const hook = { id, spaceId, isOfInstallation, meetingId, createdAt: now() };
    await insertHook(trx, { ...hook, ...wanted });
    return { id, isNew: true };
  });
}

async function createHook(parts: BbbParts, asked: AskedCall): Promise<Outcome> {
  const wanted = wantedIn(asked.parameters);
  const fault = await checkNewTarget(wanted.callbackUrl, parts.allowedNetworks, resolveHost);
  if (fault !== undefined) fail('createHookError');
  const { id, isNew } = await addHook(parts, asked, wanted);
  if (isNew)
    return [
      ['hookID', id],
      ['permanentHook', false],
      ['rawData', false],
    ];
  return [
    ['hookID', id],
    ['messageKey', 'duplicateWarning'],
    ['message', 'There is already a hook for this callback URL.'],
  ];
}

const present = ({ id, callbackUrl, clientMeetingId, eventNames }: Hook): XmlElement => [
  'hook',
  [
    ['hookID', id],
    ['callbackURL', callbackUrl],
    ...(clientMeetingId === null ? [] : ([['meetingID', clientMeetingId]] as const)),
    ...(eventNames === null ? [] : ([['eventID', eventNames.join(',')]] as const)),
    ['permanentHook', false],
    ['rawData', false],
  ],
];

async function listAll({ db }: BbbParts, { spaceId, parameters }: AskedCall): Promise<Outcome> {
  const hooks = await listHooks(db, { spaceId, clientMeetingId: trimmed(parameters, 'meetingID') });
  return [['hooks', hooks.map(present)]];
}

async function destroyHook({ db }: BbbParts, { spaceId, parameters }: AskedCall): Promise<Outcome> {
  const id = trimmed(parameters, 'hookID') ?? fail('missingParamHookID');
  if (!(await inTransaction(db, (trx) => removeHook(trx, { spaceId, id })))) fail('destroyMissingHook');
  return [['removed', true]];
}

/** The calls about hooks. */
export const hookCalls = (parts: BbbParts): Record<string, Call> => {
  const call = (
    run: (parts: BbbParts, asked: AskedCall) => Promise<Outcome>,
    methods: Call['methods'] = ['GET', 'POST'],
  ): Call => ({ methods, run: (asked) => run(parts, asked) });
  return {
    'hooks/create': call(createHook),
    'hooks/list': call(listAll, readingMethods),
    'hooks/destroy': call(destroyHook),
  };
};

import { ApiError, api, type Participant } from '../../api/api.ts';
import { plainName } from '../../kit/plain-name.ts';
import type { CallEntry } from '../call/call-contract.ts';
import type { Visitor } from './address.ts';
import { clientOf, type VisitCredential } from './credential.ts';
import { type OpenedRoom, openVisit, type Refusal, refusalOf } from './open.ts';

/** `name`, or the key of a join field. */
export type FieldName = string;
/** The values by field. */
export type EntryForm = Readonly<Record<FieldName, string>> & { readonly name: string };

type EntryResult =
  | { entry: CallEntry }
  /** A moderator has to admit the person first. */
  | { waiting: CallEntry }
  | { refusal: Refusal }
  /** The fields with refused values; a new welcome if the room's fields have changed. */
  | { badFields: FieldName[]; welcome?: OpenedRoom };

/** Enters: creates the participant. */
export async function enterRoom(
  welcome: OpenedRoom,
  form: EntryForm,
  visitor: Visitor,
): Promise<EntryResult> {
  try {
    return enteredAs(await createParticipant({ welcome, form, visitor, as: welcome.as }));
  } catch (error) {
    if (!isStale(error, welcome)) return failure({ error, welcome, form, visitor });
  }
  try {
    const as = await standAgain(visitor);
    return enteredAs(await createParticipant({ welcome, form, visitor, as }));
  } catch (error) {
    return failure({ error, welcome, form, visitor });
  }
}

/** The page was open for longer than the session is valid; the link itself may still be valid. */
function isStale(error: unknown, { as }: OpenedRoom): boolean {
  return error instanceof ApiError && error.status === 401 && as.kind !== 'nobody';
}

async function standAgain({ accessToken, clientUniqueId }: Visitor): Promise<VisitCredential> {
  // A person who signed out meanwhile enters by the address alone.
  if (!accessToken) return { kind: 'nobody' };
  const { access_token } = await api().openAccessLink({ body: { accessToken, clientUniqueId } });
  return { kind: 'link', session: access_token };
}

type Asked = { welcome: OpenedRoom; form: EntryForm; visitor: Visitor; as: VisitCredential };

function createParticipant({ welcome, form, visitor, as }: Asked): Promise<Participant> {
  const fields = Object.fromEntries(
    welcome.fields.flatMap(({ key }) => (form[key] ? [[key, form[key]]] : [])),
  );
  return clientOf(as).createParticipant({
    spaceId: welcome.room.spaceId,
    body: {
      roomId: welcome.room.id,
      clientUniqueId: visitor.clientUniqueId,
      name: welcome.isNameFixed ? welcome.name : form.name,
      fields,
      ...(visitor.referral && { referral: visitor.referral }),
    },
  });
}

function enteredAs(participant: Participant): EntryResult {
  const entry: CallEntry = {
    spaceId: participant.spaceId,
    roomId: participant.roomId,
    participantId: participant.id,
    participantToken: participant.access_token,
    role: participant.role,
    name: plainName(participant.name) || participant.id,
  };
  if (participant.status === 'refused') return { refusal: 'refused' };
  return participant.status === 'waiting' ? { waiting: entry } : { entry };
}

type Failed = { error: unknown; welcome: OpenedRoom; form: EntryForm; visitor: Visitor };

async function failure({ error, welcome, form, visitor }: Failed): Promise<EntryResult> {
  if (!(error instanceof ApiError) || error.status !== 422) {
    return { refusal: refusalOf(error) ?? 'link_unknown' };
  }
  const named = error.details.map(({ path }) => path.split('.').at(-1) ?? '');
  const asked = ['name', ...welcome.fields.map(({ key }) => key)];
  const badFields = asked.filter((name) => named.includes(name));
  if (named.length > 0 && named.every((name) => asked.includes(name))) return { badFields };
  // The room's fields changed while the form was open: show the new ones.
  const opened = await openVisit(welcome.room.alias, visitor);
  if (!('welcome' in opened)) return { refusal: opened.refusal };
  const lacking = opened.welcome.fields.filter(({ key }) => named.includes(key) && !form[key]);
  const faulty = new Set([...badFields, ...lacking.map(({ key }) => key)]);
  return faulty.size > 0 ? { badFields: [...faulty], welcome: opened.welcome } : { refusal: 'link_unknown' };
}

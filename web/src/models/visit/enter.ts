import { ApiError, api, type Participant } from '../../api/api.ts';
import { plainName } from '../../kit/plain-name.ts';
import type { CallEntry } from '../call/call-contract.ts';
import type { Visitor } from './address.ts';
import {
  clientOf,
  type OpenedRoom,
  openVisit,
  type Refusal,
  refusalOf,
  type VisitCredential,
} from './open.ts';

/** `name`, or the key of a field that the room asks for. */
export type FieldName = string;
/** What was written, by field. */
export type EntryForm = Readonly<Record<FieldName, string>> & { readonly name: string };

export type EntryResult =
  | { entry: CallEntry }
  /** A moderator has to let them in first. */
  | { waiting: CallEntry }
  | { refusal: Refusal }
  /** The fields whose values the server did not take; the welcome, where the room asks for other things by now. */
  | { badFields: FieldName[]; welcome?: OpenedRoom };

/** Goes in: makes the person a participant of the room. */
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

/** The page stood open for longer than the session lives; the link itself may still be good. */
function isStale(error: unknown, { as }: OpenedRoom): boolean {
  return error instanceof ApiError && error.status === 401 && as.kind !== 'nobody';
}

async function standAgain({ accessToken, clientUniqueId }: Visitor): Promise<VisitCredential> {
  // Who signed out meanwhile comes by the address alone.
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
  // The room was changed while the form stood open: what it asks for now is shown.
  const opened = await openVisit(welcome.room.alias, visitor);
  if (!('welcome' in opened)) return { refusal: opened.refusal };
  const lacking = opened.welcome.fields.filter(({ key }) => named.includes(key) && !form[key]);
  const faulty = new Set([...badFields, ...lacking.map(({ key }) => key)]);
  return faulty.size > 0 ? { badFields: [...faulty], welcome: opened.welcome } : { refusal: 'link_unknown' };
}

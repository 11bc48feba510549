import { useMemo, useRef, useState } from 'react';
import { useText } from '../../../../i18n/language.ts';
import { useApi } from '../../../context.ts';
import { requestProblemOf } from '../../../request-problem.ts';
import { useSubmit } from '../../../use-submit.ts';
import { type AccessLink, placeOf, type SharedRoom } from '../../shared-room.ts';
import { createLinks } from '../model/create-links.ts';
import { knownLinks } from '../model/known-links.ts';
import { emptyLink, expiryOf, linkOf } from '../model/link-form.ts';
import type { PersonWithLink } from '../model/links-file.ts';
import type { ListedPerson, PeopleList, RowFault } from '../model/parse-people.ts';

const pageSize = 1000;

type Parts = { room: SharedRoom; list: PeopleList; lasts: number };

type MadeLink = { url: string; expiresAt: string; id: string };

/** The links of the list that exist: those that people had before, and those that were created. */
type Found = { known: Map<number, AccessLink>; made: readonly MadeLink[] };
const nothing: Found = { known: new Map(), made: [] };

/** Creates the links of a list. People who already have a link are found first, and the person decides about them. */
export function useListCreation({ room, list: { people }, lasts }: Parts) {
  const api = useApi();
  const refusals = useText('spaceRefusals');
  const [found, setFound] = useState<Found>(nothing);
  const [keeps, setKeeps] = useState(true);
  const [faults, setFaults] = useState<RowFault[]>([]);
  const isLookedUp = useRef(false);
  const result = useRef<PersonWithLink[]>(undefined);
  // The same for all requests: a repeated one has the same Idempotency-Key only with the same body.
  const expiry = useMemo(() => expiryOf(lasts), [lasts]);
  const place = placeOf(room);

  /** All links of the room that still admit somebody. */
  async function readLinks(): Promise<AccessLink[]> {
    const all: AccessLink[] = [];
    for (const status of ['unused', 'used'] as const) {
      for (let offset = 0; ; offset += pageSize) {
        const query = { status, offset, limit: pageSize };
        const { items } = await api.listAccessLinks({ ...place, query });
        all.push(...items);
        if (items.length < pageSize) break;
      }
    }
    return all;
  }

  const submit = useSubmit(async () => {
    result.current = undefined;
    let { known } = found;
    if (!isLookedUp.current) {
      known = knownLinks(people, await readLinks());
      isLookedUp.current = true;
      setFound({ known, made: [] });
      if (known.size > 0) return;
    }
    const wanted = keeps ? people.filter(({ row }) => !known.has(row)) : people;
    let { made } = found;
    try {
      await createLinks({
        links: wanted.map((person) => withExpiry(person, expiry)),
        before: made,
        send: (links) => api.generateAccessLinks({ ...place, body: { links } }),
        onProgress: (all) => {
          made = all;
          setFound({ known, made });
        },
      });
      result.current = peopleWithLinks(people, { known: keeps ? known : new Map(), wanted, made });
    } catch (error) {
      setFaults(faultsOf(error, wanted.slice(made.length)));
      throw error;
    }
  }, refusals);

  return {
    /** The link that each person already has, by row; known after the first press. */
    known: found.known as ReadonlyMap<number, AccessLink>,
    /** Whether these people keep their links. */
    keeps,
    setKeeps,
    /** Values that the server refused. */
    faults,
    /** How many links were created. */
    done: found.made.length,
    isBusy: submit.isBusy,
    trouble: submit.sentence,
    /** @returns undefined if the person has to choose first, or a request failed: the next call continues */
    create: async () => ((await submit.run()) ? result.current : undefined),
    /** The list has changed. */
    forget: (): void => {
      isLookedUp.current = false;
      setFound(nothing);
      setFaults([]);
      submit.touch();
    },
  };
}

const withExpiry = (person: ListedPerson, expiry: ReturnType<typeof expiryOf>) => {
  const { ttl: _ttl, expiresAt: _expiresAt, ...link } = linkOf({ ...emptyLink, ...person });
  return { ...link, ...expiry };
};

function peopleWithLinks(
  people: readonly ListedPerson[],
  {
    known,
    wanted,
    made,
  }: { known: ReadonlyMap<number, AccessLink>; wanted: readonly ListedPerson[]; made: readonly MadeLink[] },
): PersonWithLink[] {
  const fresh = new Map(wanted.map(({ row }, at) => [row, made[at]]));
  return people.flatMap((person): PersonWithLink[] => {
    const kept = known.get(person.row);
    if (kept?.url) {
      return [{ ...person, id: kept.id, url: kept.url, expiresAt: kept.expiresAt, isNew: false }];
    }
    const link = fresh.get(person.row);
    return link ? [{ ...person, ...link, isNew: true }] : [];
  });
}

/** The server names a value by its place in the request. */
function faultsOf(error: unknown, sent: readonly ListedPerson[]): RowFault[] {
  const fields = Object.keys(requestProblemOf(error).fields);
  return fields.flatMap((path) => {
    const [, at = '', of] = /^links\.(\d+)\.(username|externalUserId|email|phone)$/.exec(path) ?? [];
    const row = sent[Number(at)]?.row;
    return row === undefined || of === undefined ? [] : [{ row, of: of as RowFault['of'], fault: 'bad' }];
  });
}

/** A person who is being erased, as the integrator knows them. */
export interface Erasing {
  /** The account in whose groups they are erased. */
  ownerId: string;
  externalUserId: string;
  /** What stands in the place of their id: the same everywhere, and nobody's otherwise. */
  erasedId: string;
}

/** What stands in the place of their name. */
export const erasedName = 'Erased person';

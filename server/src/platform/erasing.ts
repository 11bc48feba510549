/** A person to be erased: by the integrator's id in the groups of an account (for a token of a group, in this group), or by their own account everywhere. */
export type ErasedPerson = { ownerId: string; externalUserId: string } | { userId: string };

export type Erasing = ErasedPerson & {
  /** Replaces their id: the same one everywhere, and unique. */
  erasedId: string;
};

/** Replaces their name. */
export const erasedName = 'Erased person';

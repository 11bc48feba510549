/** A person to be erased, by the integrator's id. */
export interface Erasing {
  /** The account that owns the groups. */
  ownerId: string;
  externalUserId: string;
  /** Replaces their id: the same one everywhere, and unique. */
  erasedId: string;
}

/** Replaces their name. */
export const erasedName = 'Erased person';

const turning = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/g;
const breaking = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/**
 * A name that somebody chose, as it may stand in a sentence of ours: one line, and without the unseen marks that would
 * turn the words around it. Right-to-left letters keep their own direction.
 */
export function plainName(name: string): string {
  return name.replace(turning, '').replace(breaking, ' ').trim();
}

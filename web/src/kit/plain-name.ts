const turning = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/g;
const breaking = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/**
 * A user's name as it may be part of our sentences: one line, without invisible marks that would change the direction
 * of the text around it. Right-to-left letters keep their own direction.
 */
export function plainName(name: string): string {
  return name.replace(turning, '').replace(breaking, ' ').trim();
}

export const earlier = (a: Date, b: Date): Date => (a < b ? a : b);
export const later = (a: Date, b: Date | null): Date => (b && b > a ? b : a);
export const sameMoment = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime();

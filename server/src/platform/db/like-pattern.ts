/** The pattern of `ILIKE` that finds this text as it stands, with nothing in it taken for a sign. */
export const likePatternOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

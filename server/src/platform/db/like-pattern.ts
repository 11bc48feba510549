/** An `ILIKE` pattern that finds this text literally. */
export const likePatternOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

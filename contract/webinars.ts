// Separate from the schemas, so that the page does not load the schema library.

export const eventFrequencies = ['oneTime', 'recurring', 'permanent'] as const;
export type EventFrequency = (typeof eventFrequencies)[number];

/** A page sends at most so many reports that got no response, from so many seconds. */
export const missedReports = { most: 60, seconds: 900 };

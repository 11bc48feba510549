import type { Tables } from '../platform/db/tables.ts';

export type Plan = Tables['users']['plan'];

/** Features that a plan may include. */
export type Ability = 'webhooks' | 'transcription';

/** The abilities of each plan. No other file defines them. */
const abilities: Record<Plan, readonly Ability[]> = {
  free: [],
  team: ['webhooks'],
  business: ['webhooks', 'transcription'],
  enterprise: ['webhooks', 'transcription'],
};

const hour = 3600;

/** Longest recording in seconds. */
const longestRecordings: Record<Plan, number> = {
  free: hour,
  team: 4 * hour,
  business: 8 * hour,
  enterprise: 24 * hour,
};

export const longestRecordingOf = (plan: Plan): number => longestRecordings[plan];

export const planNames = Object.keys(abilities) as Plan[];

export const allows = (plan: Plan, ability: Ability): boolean => abilities[plan].includes(ability);

export const planNamed = (text: string): Plan | undefined => planNames.find((name) => name === text);

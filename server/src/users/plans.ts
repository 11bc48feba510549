import type { Tables } from '../platform/db/tables.ts';

export type Plan = Tables['users']['plan'];

/** Features that a plan may include. */
export type Ability = 'webhooks' | 'transcription';

const hour = 3600;

/** The abilities of each plan, and its longest recording in seconds. No other file defines them. */
const plans: Record<Plan, { abilities: readonly Ability[]; longestRecording: number }> = {
  free: { abilities: [], longestRecording: hour },
  team: { abilities: ['webhooks'], longestRecording: 4 * hour },
  business: { abilities: ['webhooks', 'transcription'], longestRecording: 8 * hour },
  enterprise: { abilities: ['webhooks', 'transcription'], longestRecording: 24 * hour },
};

export const longestRecordingOf = (plan: Plan): number => plans[plan].longestRecording;

export const planNames = Object.keys(plans) as Plan[];

export const allows = (plan: Plan, ability: Ability): boolean => plans[plan].abilities.includes(ability);

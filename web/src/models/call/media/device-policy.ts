import type { DeviceProblem } from '../notices.ts';

type Feature = 'camera' | 'microphone' | 'display-capture';

/** What `window`, `navigator` and `document` say; tests bring their own. */
export type DevicePolicy = {
  /** False where the page came over plain http: there browsers have no devices. */
  isSecure: boolean;
  hasDevices: boolean;
  isFramed: boolean;
  /** Undefined where the browser does not tell. */
  allows: (feature: Feature) => boolean | undefined;
};

type PolicyDocument = Document & { featurePolicy?: { allowsFeature: (name: string) => boolean } };

export const browserPolicy: DevicePolicy = {
  get isSecure() {
    return window.isSecureContext;
  },
  get hasDevices() {
    return navigator.mediaDevices !== undefined;
  },
  isFramed: globalThis.window !== undefined && window.parent !== window,
  allows: (feature) => (document as PolicyDocument).featurePolicy?.allowsFeature(feature),
};

/** What is known before anything is asked for. */
export function knownProblemOf(feature: Feature, policy: DevicePolicy): DeviceProblem | undefined {
  if (!policy.isSecure) return 'insecure';
  if (!policy.hasDevices) return 'missing';
  if (policy.allows(feature) !== false) return undefined;
  return policy.isFramed ? 'framed' : 'blocked';
}

/** Nobody closes a dialog within that: the browser refused without asking. */
const soonestAnswer = 300;

/**
 * Browsers call three refusals of a shared screen by the same name: the person closed the dialog, the system does not
 * let the browser record the screen, and the page around ours does not pass the permission on.
 */
export function screenRefusal(
  error: unknown,
  { after, policy }: { after: number; policy: DevicePolicy },
): DeviceProblem | 'cancelled' | undefined {
  if (!(error instanceof Error) || error.name !== 'NotAllowedError') return undefined;
  if (/permissions? policy/i.test(error.message)) return 'framed';
  if (/system/i.test(error.message)) return 'blocked';
  if (after >= soonestAnswer) return 'cancelled';
  return policy.isFramed && policy.allows('display-capture') === undefined ? 'framed' : 'blocked';
}

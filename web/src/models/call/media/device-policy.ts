import type { DeviceProblem } from '../notices.ts';

type Feature = 'camera' | 'microphone' | 'display-capture';

/** The device policy as `window`, `navigator` and `document` state it; tests pass their own. */
export type DevicePolicy = {
  /** False if the page was loaded over plain http: browsers then offer no devices. */
  isSecure: boolean;
  hasDevices: boolean;
  isFramed: boolean;
  /** Undefined if the browser does not say. */
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

/** The problem that is known before the browser asks for permission. */
export function knownProblemOf(feature: Feature, policy: DevicePolicy): DeviceProblem | undefined {
  if (!policy.isSecure) return 'insecure';
  if (!policy.hasDevices) return 'missing';
  if (policy.allows(feature) !== false) return undefined;
  return policy.isFramed ? 'framed' : 'blocked';
}

/** In ms. Nobody closes a dialog this fast: the browser refused without asking. */
const soonestAnswer = 300;

/**
 * Browsers use one error name for three refusals of screen sharing: the person closed the dialog, the system does not
 * let the browser record the screen, or the parent page does not delegate the permission.
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

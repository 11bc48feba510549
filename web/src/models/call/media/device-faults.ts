const faults = {
  NotAllowedError: 'blocked',
  SecurityError: 'blocked',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'in-use',
  AbortError: 'in-use',
} as const;

/** Why the browser did not open a device, by the name of its error. */
export function deviceFaultOf(error: unknown): (typeof faults)[keyof typeof faults] | undefined {
  return error instanceof Error ? faults[error.name as keyof typeof faults] : undefined;
}

// Kept apart from the schema so that the page carries no schema library into a browser.

/** The parts of our page that fail apart from each other; `page` is everything else. */
export const pageParts = [
  'page',
  'entry',
  'preview',
  'stage',
  'controls',
  'people',
  'chat',
  'polls',
  'recording',
  'gestures',
  'waiting',
  'settings',
  'notices',
] as const;

/** Names of errors that are reported as they are. Any other name could hold a text of somebody: it is `other`. */
export const errorNames = [
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'AggregateError',
  'AbortError',
  'ApiError',
  'DataCloneError',
  'InvalidAccessError',
  'InvalidStateError',
  'NetworkError',
  'NotAllowedError',
  'NotFoundError',
  'NotReadableError',
  'NotSupportedError',
  'QuotaExceededError',
  'SecurityError',
  'TimeoutError',
  'other',
] as const;

export const pageErrorKinds = ['render', 'error', 'rejection'] as const;
export const browserNames = ['chrome', 'edge', 'firefox', 'safari', 'other'] as const;

/** How many frames a report has at most. */
export const mostFrames = 8;

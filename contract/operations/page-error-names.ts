// Separate from the schema, so that the page does not load the schema library.

/** The parts of our page that fail independently; `page` is everything else. */
export const pageParts = [
  'page',
  'entry',
  'preview',
  'stage',
  'controls',
  'people',
  'chat',
  'polls',
  'slides',
  'questions',
  'recording',
  'gestures',
  'waiting',
  'settings',
  'notices',
] as const;

/** Names of errors that are reported unchanged. Any other name could contain a person's text and becomes `other`. */
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

/** The most frames in a report. */
export const mostFrames = 8;

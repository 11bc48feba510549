/** The file cannot be prepared, however often it is tried. */
export class Unusable extends Error {
  override name = 'Unusable';
  readonly failure: 'unreadable' | 'no_video' | 'too_long';

  constructor(failure: 'unreadable' | 'no_video' | 'too_long', message: string) {
    super(message);
    this.failure = failure;
  }
}

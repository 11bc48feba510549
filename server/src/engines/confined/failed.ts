/** A program died, hung, or found the disk full: another attempt may succeed. */
export class ProgramFailed extends Error {
  override name = 'ProgramFailed';
  readonly isDiskFull: boolean;
  /** The limit that ended it, as far as can be seen: another attempt would reach it again. */
  readonly limit: 'memory' | 'time' | 'size' | undefined;
  /** We ended it, because it reported nothing for too long. */
  readonly isStalled: boolean;

  constructor(
    message: string,
    {
      isDiskFull = false,
      isStalled = false,
      limit,
    }: Partial<Pick<ProgramFailed, 'isDiskFull' | 'isStalled' | 'limit'>> = {},
  ) {
    super(message);
    this.isDiskFull = isDiskFull;
    this.isStalled = isStalled;
    this.limit = limit;
  }
}

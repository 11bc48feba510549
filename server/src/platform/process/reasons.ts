const reasons: Record<string, string> = {
  EACCES: 'this user has no permission to write there',
  EPERM: 'the system does not permit it',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'something else of that name is in the way',
  EMFILE: 'too many files are open',
  ENOENT: 'it does not exist and cannot be created',
};

/** Describes a system error, to follow "because" or a colon. */
export const reasonOf = (error: unknown): string => {
  const code = codeOf(error);
  if (code !== undefined && reasons[code] !== undefined) return reasons[code];
  return error instanceof Error ? error.message : String(error);
};

export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

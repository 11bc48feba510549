/** The exit code for a full disk, after which another attempt may succeed. */
export const diskFullCode = 28;

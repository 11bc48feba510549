import { dlopen, getRawPointer } from 'node:ffi';

const { functions } = dlopen(null, {
  syscall: { arguments: ['i64', 'u64', 'u64', 'u64', 'u64', 'u64'], return: 'i64' },
  setrlimit: { arguments: ['i32', 'pointer'], return: 'i32' },
  getrlimit: { arguments: ['i32', 'pointer'], return: 'i32' },
});

/** Makes a system call of Linux. A buffer is passed as its address. @returns a negative number if it fails */
export function systemCall(number: number, ...args: (number | bigint | Buffer)[]): number {
  const [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n] = args.map((arg) =>
    Buffer.isBuffer(arg) ? getRawPointer(arg) : BigInt(arg),
  );
  return Number(functions.syscall(BigInt(number), a, b, c, d, e));
}

/**
 * Lowers the limits of a resource, never above the present ones.
 * @param hard for the second limit, where the system acts differently at each
 * @throws if the system refuses it
 */
export function lowerLimit(resource: number, limit: number, hard = limit): void {
  const pair = Buffer.alloc(16);
  if (functions.getrlimit(resource, getRawPointer(pair)) !== 0) throw new Error(`no limit ${resource}`);
  const most = pair.readBigUInt64LE(8);
  for (const [index, wanted] of [BigInt(limit), BigInt(hard)].entries()) {
    pair.writeBigUInt64LE(wanted < most ? wanted : most, index * 8);
  }
  if (functions.setrlimit(resource, getRawPointer(pair)) !== 0) {
    throw new Error(`the system refuses the limit ${limit} of resource ${resource}`);
  }
}

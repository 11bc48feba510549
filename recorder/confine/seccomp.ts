import { getRawPointer } from 'node:ffi';
import type { Confinement } from '../folder/confinement.ts';
import { systemCall } from './libc.ts';

// A filter of system calls, for this process and all its children. It needs no privilege once they can gain none.
// https://docs.kernel.org/userspace-api/seccomp_filter.html

interface Machine {
  /** AUDIT_ARCH_… */
  arch: number;
  prctl: number;
  socket: number;
  /** Calls that no program of ours makes, and that reach other processes or little-tested parts of the kernel. */
  refused: number[];
}

// ptrace, process_vm_readv, process_vm_writev, unshare, setns, mount, keyctl, add_key, request_key, bpf, userfaultfd,
// perf_event_open, io_uring_setup (which opens sockets without the call `socket`), pidfd_getfd
const machines: Partial<Record<NodeJS.Architecture, Machine>> = {
  x64: {
    ...{ arch: 0xc000003e, prctl: 157, socket: 41 },
    refused: [101, 310, 311, 272, 308, 165, 250, 248, 249, 321, 323, 298, 425, 438],
  },
  arm64: {
    ...{ arch: 0xc00000b7, prctl: 167, socket: 198 },
    refused: [117, 270, 271, 97, 268, 40, 219, 217, 218, 280, 282, 241, 425, 438],
  },
};

const code = { load: 0x20, ifEqual: 0x15, ifAtLeast: 0x35, answer: 0x06 };
const answers = { allow: 0x7fff0000, refuse: 0x00050000 | 13 };
const at = { number: 0, arch: 4, firstArgument: 16 };
/** AF_UNIX, the family of sockets that lead to no other machine. */
const localFamily = 1;
/** Numbers from here on are those of a second interface of x86-64, which would pass the filter. */
const otherInterface = 0x40000000;
const options = { noNewPrivileges: 38, seccomp: 22, filterMode: 2 };

type Instruction = [code: number, ifTrue: number, ifFalse: number, value: number];

function filterOf({ arch, socket, refused }: Machine, network: Confinement['network']): Instruction[] {
  const numbers = network === false ? [socket, ...refused] : refused;
  // Calls of `socket` reach the permission with this family only.
  const local: Instruction[] =
    network === 'local'
      ? [
          [code.ifEqual, 0, 2, socket],
          [code.load, 0, 0, at.firstArgument],
          [code.ifEqual, 0, 1, localFamily],
        ]
      : [];
  const left = numbers.length + local.length;
  return [
    [code.load, 0, 0, at.arch],
    [code.ifEqual, 1, 0, arch],
    [code.answer, 0, 0, answers.refuse],
    [code.load, 0, 0, at.number],
    // Each jumps over the rest and the permission to the refusal.
    [code.ifAtLeast, left + 1, 0, otherInterface],
    ...numbers.map((number, index): Instruction => [code.ifEqual, left - index, 0, number]),
    ...local,
    [code.answer, 0, 0, answers.allow],
    [code.answer, 0, 0, answers.refuse],
  ];
}

/** Gives up system calls, and without `network` all sockets. @returns whether the system takes filters */
export function restrictCalls({ network }: Pick<Confinement, 'network'>): boolean {
  const machine = machines[process.arch];
  if (!machine) return false;
  const filter = filterOf(machine, network);
  const bytes = Buffer.alloc(filter.length * 8);
  for (const [index, [operation, ifTrue, ifFalse, value]] of filter.entries()) {
    bytes.writeUInt16LE(operation, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  }
  const program = Buffer.alloc(16);
  program.writeUInt16LE(filter.length, 0);
  program.writeBigUInt64LE(getRawPointer(bytes), 8);
  return systemCall(machine.prctl, options.seccomp, options.filterMode, program) === 0;
}

/** No program that this process starts gains privileges. Landlock and filters require it. */
export function gainNoPrivileges(): void {
  const machine = machines[process.arch];
  if (machine) systemCall(machine.prctl, options.noNewPrivileges, 1, 0, 0, 0);
}

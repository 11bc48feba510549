import { dlopen } from 'node:ffi';
import { writeSync } from 'node:fs';
import { systemCall } from '../confine/libc.ts';

// FFmpeg's whisper filter looks for graphics cards by the Vulkan loader even if it may use none, and ends its process
// by SIGSEGV where the system has no loader. This library takes the loader's place and finds no card, so that whisper
// works on the processor everywhere, and no driver is loaded (docs/decisions/0124).

interface Machine {
  /** EM_… of elf(5). */
  elf: number;
  /** The number of the system call memfd_create. */
  memfdCreate: number;
  /**
   * Two functions. `vkGetInstanceProcAddr` returns the address of the second one for every name; the second one
   * returns VK_ERROR_INCOMPATIBLE_DRIVER (-9).
   */
  code: number[];
}

const machines: Partial<Record<NodeJS.Architecture, Machine>> = {
  x64: {
    ...{ elf: 62, memfdCreate: 319 },
    // lea rax, [rip + 1]; ret; mov eax, -9; ret
    code: [0x48, 0x8d, 0x05, 1, 0, 0, 0, 0xc3, 0xb8, 0xf7, 0xff, 0xff, 0xff, 0xc3],
  },
  arm64: {
    ...{ elf: 183, memfdCreate: 279 },
    // adr x0, #8; ret; mov w0, #-9; ret
    code: [0x40, 0, 0, 0x10, 0xc0, 0x03, 0x5f, 0xd6, 0, 0x01, 0x80, 0x12, 0xc0, 0x03, 0x5f, 0xd6],
  },
};

const soname = 'libvulkan.so.1';
const symbol = 'vkGetInstanceProcAddr';

const sizes = { header: 64, segment: 56, symbol: 24, dynamic: 16 };
const segmentTypes = { load: 1, dynamic: 2, stack: 0x6474e551 };
const rights = { execute: 1, write: 2, read: 4 };
const tags = { hash: 4, strings: 5, symbols: 6, stringsSize: 10, symbolSize: 11, soname: 14 };
/** The largest page of any system: the writable part must not share one with the code. */
const page = 0x10000;

const words = (...values: number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);
const longs = (...values: number[]): Buffer => Buffer.from(BigUint64Array.from(values.map(BigInt)).buffer);
const aligned = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 15)]);

interface Segment {
  type: number;
  flags: number;
  /** Offset and bytes in the file. */
  from: number;
  size: number;
  /** From its offset to its address. */
  distance: number;
}

function segment({ type, flags, from, size, distance }: Segment): Buffer {
  const at = from + distance;
  return Buffer.concat([words(type, flags), longs(from, at, at, size, size, page)]);
}

/** A shared library in the format of elf(5): one exported function. */
function libraryOf({ elf, code }: Machine): Buffer {
  const strings = Buffer.from(`\0${symbol}\0${soname}\0`);
  const symbols = sizes.header + 4 * sizes.segment;
  const hash = symbols + 2 * sizes.symbol;
  const names = hash + 32;
  const text = names + aligned(strings).length;
  const dynamic = text + aligned(Buffer.from(code)).length;
  // One bucket with one name.
  const table = aligned(words(1, 2, 1, 0, 0));
  // A global function in section 1, which is any but none.
  const exported = Buffer.concat([words(1, (1 << 16) | 0x12), longs(text, code.length)]);
  const entries = longs(
    ...[tags.soname, symbol.length + 2, tags.hash, hash, tags.strings, names, tags.symbols, symbols],
    ...[tags.stringsSize, strings.length, tags.symbolSize, sizes.symbol, 0, 0],
  );
  const header = Buffer.concat([
    Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    words(3 | (elf << 16), 1),
    longs(0, sizes.header, 0),
    words(0, sizes.header | (sizes.segment << 16), 4, 0),
  ]);
  const { execute, write, read } = rights;
  const head = { from: 0, size: dynamic, distance: 0 };
  const data = { flags: read | write, from: dynamic, size: entries.length, distance: page };
  return Buffer.concat([
    header,
    segment({ type: segmentTypes.load, flags: read | execute, ...head }),
    segment({ type: segmentTypes.load, ...data }),
    segment({ type: segmentTypes.dynamic, ...data }),
    segment({ type: segmentTypes.stack, flags: read | write, from: 0, size: 0, distance: 0 }),
    ...[Buffer.alloc(sizes.symbol), exported, table, aligned(strings), aligned(Buffer.from(code)), entries],
  ]);
}

/**
 * Takes the loader's place. Call it before node-av is imported. Where it fails, the loader of the system is used, if
 * there is one.
 *
 * @returns the library, which node-av keeps loaded after its import
 */
export function hideGraphicsCards(): Disposable | undefined {
  const machine = machines[process.arch];
  if (process.platform !== 'linux' || !machine) return undefined;
  // In memory, because a folder for temporary files may permit no programs.
  const file = systemCall(machine.memfdCreate, Buffer.from(`${soname}\0`));
  if (file < 0) return undefined;
  writeSync(file, libraryOf(machine));
  try {
    // The system finds a loaded library by its name, whatever its path.
    return dlopen(`/proc/self/fd/${file}`);
  } catch {
    return undefined;
  }
}

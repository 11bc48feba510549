import { closeSync, constants, openSync, statSync } from 'node:fs';
import type { Confinement } from '../folder/confinement.ts';
import { systemCall } from './libc.ts';

// Landlock: a process gives up files for itself and all its children. Linux 5.13 and newer, without any privilege.
// https://docs.kernel.org/userspace-api/landlock.html

const calls = { createRuleset: 444, addRule: 445, restrictSelf: 446 };
const versionFlag = 1;
const pathBeneath = 1;
/** Opens a path as a name only. Node does not name it. */
const pathOnly = 0x200000;

const access = { execute: 1, writeFile: 2, readFile: 4, readFolder: 8, truncate: 1 << 14, device: 1 << 15 };
const reading = access.execute | access.readFile | access.readFolder;
/** The rights that a rule about a file may give. */
const ofFiles = access.execute | access.writeFile | access.readFile | access.truncate | access.device;

/** All rights over files that a version of Landlock knows. */
function allRights(version: number): number {
  if (version >= 5) return 0xffff;
  if (version >= 3) return 0x7fff;
  return version === 2 ? 0x3fff : 0x1fff;
}

/** Making links, pipes, sockets and devices: the server reads what a program leaves, and must not be led elsewhere. */
const linksAndDevices = (1 << 6) | (1 << 9) | (1 << 10) | (1 << 11) | (1 << 12);

/** Sockets with abstract names, and signals to processes outside. */
const scopes = 3n;

/** Gives up all files but some. @returns whether the system knows Landlock */
export function restrictFiles({ read, write }: NonNullable<Confinement['files']>): boolean {
  const version = systemCall(calls.createRuleset, 0, 0, versionFlag);
  if (version < 1) return false;
  const rights = allRights(version);
  const attributes = Buffer.alloc(24);
  attributes.writeBigUInt64LE(BigInt(rights), 0);
  attributes.writeBigUInt64LE(version >= 6 ? scopes : 0n, 16);
  // Older versions refuse a longer description.
  const ruleset = systemCall(calls.createRuleset, attributes, version >= 6 ? 24 : version >= 4 ? 16 : 8, 0);
  if (ruleset < 0) return false;
  for (const path of read) allow(ruleset, path, reading);
  for (const path of write) allow(ruleset, path, rights & ~linksAndDevices);
  const done = systemCall(calls.restrictSelf, ruleset, 0) === 0;
  closeSync(ruleset);
  return done;
}

function allow(ruleset: number, path: string, rights: number): void {
  let file: number;
  try {
    file = openSync(path, pathOnly | constants.O_RDONLY);
  } catch {
    // Not every system has every path.
    return;
  }
  const rule = Buffer.alloc(12);
  rule.writeBigUInt64LE(BigInt(statSync(path).isDirectory() ? rights : rights & ofFiles), 0);
  rule.writeInt32LE(file, 8);
  systemCall(calls.addRule, ruleset, pathBeneath, rule, 0);
  closeSync(file);
}

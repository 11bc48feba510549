import { main } from '../prepare/prepare.mjs';
import { print, say } from '../progress.mjs';
import { findFaults, readLicences } from './licences.mjs';

/** `npm run licences`: name, version, licence and part of everything that is shipped, tab-separated. */
await main(async () => {
  const licences = readLicences();
  const row = (...cells) => print(cells.map((cell) => cell ?? 'unknown').join('\t'));
  for (const { name, version, licence, part } of licences.packages) row(name, version, licence, part);
  for (const { in: owner, version, name, licence } of licences.contents) row(name, version, licence, owner);
  for (const { name, licence } of licences.modules) row(name, '-', licence, 'livekit-server');
  const faults = findFaults(licences);
  for (const fault of faults) say(fault);
  return faults.length === 0 ? 0 : 1;
});

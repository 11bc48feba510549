import { pageState } from '../../kit/page-state.ts';
import type { Background } from '../call/background/background.ts';
import type { CallEntry, DeviceChoice } from '../call/call-contract.ts';

/** In ms. After a longer absence the entry page is shown again: another call may have begun in the room. */
const keptFor = 15 * 60_000;

/** The background is kept here, too: a frame may have no storage, and the camera must not show the room by surprise. */
type KeptDevices = Omit<DeviceChoice, 'tracks'> & { background?: Background };

/** The call of this tab with its devices as they are. `seenAt`: when it was last open, by the clock of the device. */
export type KeptCall = { entry: CallEntry; devices: KeptDevices; seenAt: number };

const kept = pageState<KeptCall>('lectern.call');

let current: KeptCall | undefined;

function write(call: KeptCall): void {
  current = call;
  kept.write(call);
}

/** Keeps the call for a reload of this tab. */
export function keepCall(entry: CallEntry, { tracks: _, ...devices }: DeviceChoice): void {
  write({ entry, devices, seenAt: Date.now() });
}

/** Keeps the devices as they are now; does nothing after the call was left. */
export function keepDevices(devices: Partial<KeptDevices>): void {
  if (!current) return;
  write({ ...current, devices: { ...current.devices, ...devices }, seenAt: Date.now() });
}

/** Keeps the call again after its entry of the browser's history was replaced. */
export function keepCallAgain(): void {
  if (current) write(current);
}

export function forgetCall(): void {
  current = undefined;
  kept.forget();
}

/** The call of the room that this tab was in when it was reloaded. */
export function keptCall(roomId: string): KeptCall | undefined {
  const call = kept.read();
  if (!call || call.entry.roomId !== roomId) return undefined;
  return Date.now() - call.seenAt < keptFor ? call : undefined;
}

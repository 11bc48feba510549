/** The effect of a key in the player; `by` in seconds, `to` as a share of the duration. */
export type PlayerCommand =
  | { kind: 'toggle' }
  | { kind: 'seek'; by: number }
  | { kind: 'jump'; to: number }
  | { kind: 'louder'; by: number }
  | { kind: 'mute' }
  | { kind: 'full' }
  | { kind: 'captions' }
  | { kind: 'speed'; steps: number };

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

const commands: Record<string, PlayerCommand> = {
  ' ': { kind: 'toggle' },
  k: { kind: 'toggle' },
  j: { kind: 'seek', by: -10 },
  l: { kind: 'seek', by: 10 },
  ArrowLeft: { kind: 'seek', by: -5 },
  ArrowRight: { kind: 'seek', by: 5 },
  ArrowUp: { kind: 'louder', by: 0.1 },
  ArrowDown: { kind: 'louder', by: -0.1 },
  Home: { kind: 'jump', to: 0 },
  End: { kind: 'jump', to: 1 },
  m: { kind: 'mute' },
  f: { kind: 'full' },
  c: { kind: 'captions' },
  '<': { kind: 'speed', steps: -1 },
  '>': { kind: 'speed', steps: 1 },
};

/** By physical key, for keyboards with another script. */
const byPlace: Record<string, string> = { KeyK: 'k', KeyJ: 'j', KeyL: 'l', KeyM: 'm', KeyF: 'f', KeyC: 'c' };

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey'>;

export function playerCommandOf({ key, code, altKey, ctrlKey, metaKey }: Pressed): PlayerCommand | undefined {
  if (altKey || ctrlKey || metaKey) return undefined;
  if (/^[0-9]$/.test(key)) return { kind: 'jump', to: Number(key) / 10 };
  return commands[byPlace[code] ?? key];
}

/** The next speed in that direction, clamped to the list. */
export function stepSpeed(speed: number, steps: number): number {
  const at = speeds.findIndex((one) => one >= speed);
  const from = at < 0 ? speeds.length - 1 : at;
  return speeds[Math.min(speeds.length - 1, Math.max(0, from + steps))] ?? 1;
}

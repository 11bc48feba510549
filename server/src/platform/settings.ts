/** One setting: how its text is read, what it is when absent, and what it means to an operator. */
export interface Setting<T> {
  parse: (text: string) => T;
  /** The text used when the variable is absent or empty; without one the setting is optional. */
  fallback?: string | undefined;
  /** How the documentation shows the default where it is not `fallback`. */
  shown?: string;
  secret?: boolean;
  meaning: string;
}

type Table = Record<string, Setting<unknown>>;
type Value<S> = S extends { parse: (text: string) => infer T }
  ? S extends { fallback: string }
    ? T
    : S extends { fallback: string | undefined }
      ? T
      : T | undefined
  : never;
export type Values<T extends Table> = { [K in keyof T]: Value<T[K]> };

/** Reads a whole table at once, so that an operator sees every fault and not only the first. */
export function readSettings<const T extends Table>(table: T, environment: NodeJS.ProcessEnv) {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(table)) {
    const given = environment[name]?.trim() || setting.fallback;
    if (given === undefined) continue;
    try {
      values[name] = setting.parse(given);
    } catch (error) {
      const shown = setting.secret ? '' : ` (it is ${JSON.stringify(given)})`;
      faults.push(`${name} ${error instanceof Error ? error.message : String(error)}${shown}`);
    }
  }
  return { values: values as Values<T>, faults };
}

export const parseIntegerIn = (least: number, most: number) => (text: string) => {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) throw new Error(`must be a whole number from ${least} to ${most}`);
  return value;
};

export const parseList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const parseUrl =
  (...protocols: string[]) =>
  (text: string): URL => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !protocols.includes(url.protocol)) {
      throw new Error(
        `must be an address that begins with ${protocols.map((name) => `${name}//`).join(' or ')}`,
      );
    }
    return url;
  };

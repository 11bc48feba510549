import type { paths } from './paths.generated.ts';

export { answersFile, answersText, paths } from './paths.generated.ts';

export type Operation = keyof typeof paths;

/** The names of a path's parameters: `'/a/:x/:y'` gives `'x' | 'y'`. */
type Names<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
export type Params<K extends Operation> = Record<Names<(typeof paths)[K]>, string>;

/** The part of the library that we use. Its own types name no module that `nodenext` finds. */
declare module 'temml' {
  export type Node = {
    /** The name of an element, or undefined for a text. */
    type?: string;
    text?: string;
    attributes?: Record<string, unknown>;
    classes?: string[];
    style?: Record<string, unknown>;
    children?: Node[];
  };

  export type Options = {
    displayMode: boolean;
    macros: Record<string, () => never>;
    maxExpand: number;
    /** In em and in points. */
    maxSize: [number, number];
    throwOnError: boolean;
    trust: boolean;
  };

  const temml: { __renderToMathMLTree: (source: string, options: Options) => Node };
  export default temml;
}

import { blocksOf } from '../../../server/testing/answers/documents.ts';

/** The commands of the guide on generated clients. The soak runs these, so that the guide stays correct. */
const lines = blocksOf('docs/integrators/generated-clients.md').flatMap(({ code }) =>
  code.trim().split('\n'),
);

/** The words of the only command that contains this text. */
export function commandWith(text: string): string[] {
  const [found, ...others] = lines.filter((line) => line.includes(text));
  if (found === undefined || others.length > 0)
    throw new Error(`the guide has no or several commands with ${text}`);
  return found.split(' ');
}

/** The packages that a command installs, such as `openapi-fetch@0.17.0`. */
export const installedBy = (program: 'npm' | 'pip'): string[] => commandWith(`${program} install`).slice(2);

/** The version of openapi-generator, which is the same in every command. */
export const generatorVersions = (): Set<string> =>
  new Set(lines.flatMap((line) => /openapi-generator-cli[-:](\d[\d.]*\d)/.exec(line)?.[1] ?? []));

import { canonicalJson, faultsOfTexts, missingTexts } from '../lib/texts/messages.mjs';

const files = /^texts\/([\w-]+)\/([\w-]+)\.json$/;

/** The files of texts by language and feature. */
function* textFiles(project) {
  for (const path of project.paths(files)) {
    const [, language, feature] = path.match(files);
    yield { path, language, feature, text: project.text(path) };
  }
}

function parsed(text) {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return null;
  }
}

const sourceOf = (project, feature) => parsed(project.text(`texts/en/${feature}.json`)) ?? {};

function lineOf(text, path) {
  const key = path.split('.').at(-1);
  return text.slice(0, Math.max(0, text.indexOf(`"${key}"`))).split('\n').length;
}

function findingsOf(project, { path, feature, text }) {
  const tree = parsed(text);
  const found = (problem, fix, line = 1) => ({ file: path, line, rule: 'texts', problem, fix });
  if (tree === null) return [found('is no JSON', 'correct its syntax')];
  const faults = faultsOfTexts(tree, path.startsWith('texts/en/') ? tree : sourceOf(project, feature));
  return [
    ...(text === canonicalJson(tree)
      ? []
      : [
          found(
            'has another form than Weblate writes',
            'indent it by two spaces and end it with one line break',
          ),
        ]),
    ...faults.map(({ path: name, fault }) =>
      found(`${name} ${fault}`, 'see texts/README.md', lineOf(text, name)),
    ),
  ];
}

/** Checks that each feature is in a set of `texts/features.json`, and that a section is in one file only. */
function* checkSets(project) {
  const features = Object.values(JSON.parse(project.text('texts/features.json') ?? '{}')).flat();
  const fileOfSection = new Map();
  for (const { path, feature, language } of textFiles(project)) {
    if (language !== 'en') continue;
    const found = (problem, fix) => ({ file: path, line: 1, rule: 'texts', problem, fix });
    if (!features.includes(feature)) yield found('is in no set', 'add it to a set of texts/features.json');
    for (const section of Object.keys(sourceOf(project, feature))) {
      const other = fileOfSection.get(section);
      if (other) yield found(`has the section ${section}, which ${other} has too`, 'rename one of them');
      fileOfSection.set(section, path);
    }
  }
}

const languagesFile = 'contract/languages.ts';

function* checkLanguages(project) {
  const [, list = ''] = project.text(languagesFile)?.match(/languages = \[(.*)\]/) ?? [];
  const named = [...list.matchAll(/'([\w-]+)'/g)].map(([, language]) => language);
  const folders = new Set([...textFiles(project)].map(({ language }) => language));
  for (const language of new Set([...named, ...folders])) {
    if (named.includes(language) && folders.has(language)) continue;
    yield {
      ...{ file: languagesFile, line: 1, rule: 'texts' },
      ...{
        problem: `${language} is not both in the list and a folder of texts/`,
        fix: 'add what is missing',
      },
    };
  }
}

/** Checks the messages of all languages and their files. A missing text is no fault: English takes its place. */
export function checkTexts(project) {
  return [
    ...[...textFiles(project)].flatMap((file) => findingsOf(project, file)),
    ...checkSets(project),
    ...checkLanguages(project),
  ];
}

/** The texts that languages lack, one line for each file. */
export function listMissingTexts(project) {
  const all = [...textFiles(project)];
  const languages = [...new Set(all.map(({ language }) => language))].filter((language) => language !== 'en');
  const features = all.filter(({ language }) => language === 'en').map(({ feature }) => feature);
  return languages.flatMap((language) =>
    features.flatMap((feature) => {
      const path = `texts/${language}/${feature}.json`;
      const missing = missingTexts(parsed(project.text(path)) ?? {}, sourceOf(project, feature));
      return missing.length > 0 ? [`${path} lacks ${missing.join(', ')}`] : [];
    }),
  );
}

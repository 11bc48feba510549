import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

// Prints every error, and counts the warnings; ends with 1 where there is an error.
const file = process.argv[2] ?? '';
const source = readFileSync(file, 'utf8');

const config = await createConfig({ extends: ['recommended'] });
const ofRedocly = await lintFromString({ source, absoluteRef: file, config });
const linter = new spectral.Spectral();
linter.setRuleset({ extends: [[rulesets.oas, 'recommended']] });
const ofSpectral = await linter.run(JSON.parse(source));

const errors = [
  ...ofRedocly
    .filter(({ severity }) => severity === 'error')
    .map(({ ruleId, message, location }) => `Redocly: ${ruleId} at ${location[0]?.pointer}: ${message}`),
  ...ofSpectral
    .filter(({ severity }) => severity === 0)
    .map(({ code, message, path }) => `Spectral: ${code} at ${path.join('/')}: ${message}`),
];
for (const error of errors) console.log(error);
console.log(`${errors.length} errors, ${ofRedocly.length + ofSpectral.length - errors.length} warnings`);
process.exitCode = errors.length > 0 ? 1 : 0;

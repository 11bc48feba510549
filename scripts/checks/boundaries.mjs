import { isGenerator, isTest, isTestHelp } from './kinds.mjs';
import { walk } from './walk.mjs';

const SQL =
  /^\s*(select\s[\s\S]*\sfrom\s|select\s+\w+\s*\(|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s*\(|truncate\s|(create|alter|drop)\s+(table|index|schema|type|role|database)\s)/i;
const BUILDER = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto']);
const RANDOM_FUNCTIONS = new Set(['randomBytes', 'randomUUID', 'randomInt', 'getRandomValues']);

const mayContainSql = (path) =>
  /(^|\/)([a-z-]+\.)?store\.ts$|^server\/src\/platform\/(db|idempotency)\//.test(path);
const isPlatform = (path) => path.startsWith('server/src/platform/');

const name = (node) => (node?.type === 'Identifier' ? node.name : undefined);
const property = (node) =>
  node?.type === 'MemberExpression' && !node.computed ? node.property.name : undefined;

function findSql(node) {
  if (node.type === 'TaggedTemplateExpression' && name(node.tag) === 'sql') return 'an SQL template';
  if (node.type === 'TemplateLiteral' && SQL.test(node.quasis.map((part) => part.value.raw).join('$1')))
    return 'SQL text';
  if (node.type === 'Literal' && typeof node.value === 'string' && SQL.test(node.value)) return 'SQL text';
  if (node.type === 'CallExpression' && BUILDER.has(property(node.callee)))
    return `a query (${property(node.callee)})`;
  return null;
}

function findClockOrRandomness(node) {
  if (node.type === 'NewExpression' && name(node.callee) === 'Date' && node.arguments.length === 0)
    return 'new Date()';
  if (node.type !== 'CallExpression') return null;
  const called = property(node.callee) ?? name(node.callee);
  const owner = name(node.callee.object);
  if (owner === 'Date' && called === 'now') return 'Date.now()';
  if (owner === 'Math' && called === 'random') return 'Math.random()';
  return RANDOM_FUNCTIONS.has(called) && (owner === undefined || owner === 'crypto') ? `${called}()` : null;
}

const isEnvironment = (node) => property(node) === 'env' && name(node.object) === 'process';

function inspect(path, node) {
  const sql = mayContainSql(path) ? null : findSql(node);
  if (sql) return { problem: `contains ${sql} outside a store`, fix: "move it to the feature's store.ts" };
  if (path !== 'server/src/config.ts' && isEnvironment(node)) {
    return {
      problem: 'reads process.env',
      fix: 'add the setting to server/src/config.table.ts and pass it as an argument',
    };
  }
  const used = isPlatform(path) ? null : findClockOrRandomness(node);
  return used
    ? { problem: `calls ${used} outside platform/`, fix: 'call platform/clock.ts, ids.ts or crypto.ts' }
    : null;
}

/** Rule 4: SQL in stores, the environment in config.ts, clock and randomness in platform/. */
export function checkBoundaries(project) {
  const findings = [];
  for (const path of project.code(/^server\/src\//)) {
    if (isTest(path) || isTestHelp(path) || isGenerator(path)) continue;
    let inside = null;
    walk(project.syntax(path).program, (node) => {
      const finding = inspect(path, node);
      // An SQL template contains a literal, which would be reported a second time.
      if (finding && !(inside && node.start < inside)) {
        inside = node.end;
        findings.push({ file: path, line: project.line(path, node.start), rule: 'rule 4', ...finding });
      }
    });
  }
  return findings;
}

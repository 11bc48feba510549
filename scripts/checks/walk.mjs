/** Visits every node of a syntax tree with its parent; `enter` may return false to stay out of a subtree. */
export function walk(node, enter, parent = null) {
  if (enter(node, parent) === false) return;
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const child of value) if (isNode(child)) walk(child, enter, node);
    } else if (isNode(value)) {
      walk(value, enter, node);
    }
  }
}

function isNode(value) {
  return value !== null && typeof value === 'object' && typeof value.type === 'string';
}

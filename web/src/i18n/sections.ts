/**
 * All texts by section. English defines them: a text that another language lacks does not compile
 * (docs/decisions/0040).
 */
export type Texts = typeof import('./en.ts') & typeof import('./en-panel.ts');

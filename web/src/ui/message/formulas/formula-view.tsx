import { createElement, type ReactNode, type RefCallback, useCallback, useMemo, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { MarkedPart } from '../marked-text.ts';
import { copySources } from './copied-sources.ts';
import css from './formula.module.css';
import { type FormulaElement, formulaTree } from './formula-tree.ts';

// One listener for all formulas, since a selection may contain several.
document.addEventListener('copy', copySources);

type Props = { part: MarkedPart; children: ReactNode };

/** A formula in elements of MathML, which browsers draw and screen readers read; other text stands as it was typed. */
export function FormulaView({ part, children }: Props) {
  const text = useText('ui');
  const isDisplay = part.kind === 'display';
  const tree = useMemo(() => formulaTree(part.text, isDisplay), [part.text, isDisplay]);
  const [isLong, watch] = useLong();
  if (!tree) return children;
  // A formula that scrolls needs the focus.
  const scrolling = isLong && { role: 'group', 'aria-label': text.formula, tabIndex: 0 };
  return (
    <span className={css.formula} data-formula data-display={isDisplay || undefined}>
      <span className={css.source}>{part.raw}</span>
      <span ref={watch} className={css.box} data-long={isLong || undefined} dir="ltr" {...scrolling}>
        {elementOf(tree, 0)}
      </span>
    </span>
  );
}

const elementOf = ({ name, attributes, style, children }: FormulaElement, key: number): ReactNode =>
  createElement(
    name,
    { key, ...attributes, style },
    ...children.map((child, at) => (typeof child === 'string' ? child : elementOf(child, at))),
  );

/** Whether the formula is larger than its box, which may be no wider than the message. */
function useLong(): [boolean, RefCallback<HTMLElement>] {
  const [isLong, setLong] = useState(false);
  const watch = useCallback((box: HTMLElement | null) => {
    const math = box?.firstElementChild;
    if (!box || !math) return;
    const observer = new ResizeObserver(() => {
      const [inner, outer] = [math.getBoundingClientRect(), box.getBoundingClientRect()];
      setLong(inner.width > outer.width + 1 || inner.height > outer.height + 1);
    });
    observer.observe(box);
    observer.observe(math);
    return () => observer.disconnect();
  }, []);
  return [isLong, watch];
}

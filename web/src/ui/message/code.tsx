import { useText } from '../../i18n/language.ts';
import { Text } from '../layout/layout.tsx';
import { CopyIcon } from '../parts/copy.tsx';
import css from './code.module.css';

/** Code is read from left to right in every language. */
export const InlineCode = ({ children }: { children: string }) => (
  <Text as="code" mono size="md" dir="ltr" className={css.inline}>
    {children}
  </Text>
);

type BlockProps = {
  /** The whole code, which the button copies. */
  code: string;
  /** The part of it that is shown. */
  children: string;
};

export function CodeBlock({ code, children }: BlockProps) {
  const text = useText('ui');
  return (
    <div className={css.block} dir="ltr">
      <Text as="code" mono size="md">
        {children}
      </Text>
      <div className={css.copy}>
        <CopyIcon value={code} label={text.copyCode} />
      </div>
    </div>
  );
}

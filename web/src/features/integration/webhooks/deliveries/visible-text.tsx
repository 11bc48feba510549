import { Fragment } from 'react';
import { Text } from '../../../../ui/layout/layout.tsx';
import { piecesOf } from '../model/visible-text.ts';
import css from './delivery.module.css';

/** Untrusted text: invisible characters are named, and direction marks have no effect. */
export function VisibleText({ children }: { children: string }) {
  const pieces = piecesOf(children).map((piece, index) => ({
    ...piece,
    key: `${index} ${piece.text.length}`,
  }));
  return (
    <bdi>
      {pieces.map(({ key, text, isMark }) =>
        isMark ? (
          <Text
            key={key}
            as="span"
            size="xs"
            tone="warning"
            p="0 xs"
            ground="warning-soft"
            className={css.unseen}
          >
            {text}
          </Text>
        ) : (
          <Fragment key={key}>{text}</Fragment>
        ),
      )}
    </bdi>
  );
}

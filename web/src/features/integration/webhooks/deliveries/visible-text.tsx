import { Fragment } from 'react';
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
          <span key={key} className={css.unseen}>
            {text}
          </span>
        ) : (
          <Fragment key={key}>{text}</Fragment>
        ),
      )}
    </bdi>
  );
}

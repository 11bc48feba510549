import type { PlaybackReport } from '../../../../../contract/operations/playback-report.ts';
import { numberFormat } from '../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { Card } from '../../../ui/layout/layout.tsx';
import { clockText } from '../../../ui/times.ts';
import css from './sessions.module.css';

export function SessionOffers({ offers }: { offers: PlaybackReport['totals']['offers'] }) {
  const text = useText('sessionReport');
  const language = useLanguage();
  return (
    <section aria-labelledby="session-offers">
      <h2 id="session-offers" className={css.partTitle}>
        {text.offers}
      </h2>
      <Card>
        <div className={css.scroller}>
          <table className={css.table} data-narrow aria-labelledby="session-offers">
            <thead>
              <tr>
                <th scope="col">{text.offer}</th>
                <th scope="col">{text.from}</th>
                <th scope="col">{text.shown}</th>
                <th scope="col">{text.clicked}</th>
              </tr>
            </thead>
            <tbody>
              {offers.map(({ id, title, at, shown, clicked }) => (
                <tr key={id}>
                  <th scope="row">
                    <bdi>{title}</bdi>
                  </th>
                  <td>{clockText(at)}</td>
                  <td>{numberFormat(language).format(shown)}</td>
                  <td>{numberFormat(language).format(clicked)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Card>
    </section>
  );
}

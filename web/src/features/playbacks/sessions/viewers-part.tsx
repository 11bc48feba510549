import { Button } from '@mantine/core';
import { IconSearchOff, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import type { PlaybackReport } from '../../../../../contract/operations/playback-report.ts';
import { numberFormat } from '../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { SearchField } from '../../../panel/list/search-field.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { usePrinting } from '../../../ui/use-printing.ts';
import { findViewers, videoSeconds } from './model/session-view.ts';
import css from './sessions.module.css';
import { ViewerRow } from './viewer-row.tsx';

const rowsAtOnce = 100;

/** The people of the session and its replay. */
export function ViewersPart({ report }: { report: PlaybackReport }) {
  const text = useText('sessionReport');
  const language = useLanguage();
  const isPrinting = usePrinting();
  const [search, setSearch] = useState('');
  const [most, setMost] = useState(rowsAtOnce);
  const { participants } = report;
  const found = findViewers(participants, search);
  const shown = isPrinting ? found : found.slice(0, most);
  const count = (people: readonly unknown[]): string => numberFormat(language).format(people.length);
  const columns = [
    text.name,
    text.watched,
    text.share,
    text.parts,
    text.replayShare,
    text.offersClicked,
    text.answers,
    text.messages,
  ];
  return (
    <section aria-labelledby="session-people">
      <div className={css.partHead}>
        <h2 id="session-people" className={css.partTitle}>
          {text.people}
        </h2>
        <p className={css.note} role="status">
          {found.length < participants.length
            ? text.found({ shown: count(found), all: count(participants) })
            : count(participants)}
        </p>
      </div>
      {participants.length > 0 && (
        <div className={css.tools}>
          <SearchField label={text.search} value={search} onChange={setSearch} />
        </div>
      )}
      <Card>
        {shown.length === 0 ? (
          <NoViewers isEmpty={participants.length === 0} />
        ) : (
          <div className={css.scroller}>
            <table className={css.table} aria-labelledby="session-people">
              <thead>
                <tr>
                  {columns.map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {shown.map((viewer) => (
                  <ViewerRow key={viewer.participantId} viewer={viewer} seconds={videoSeconds(report)} />
                ))}
              </tbody>
            </table>
          </div>
        )}
        {shown.length < found.length && (
          <div className={css.more}>
            <Button variant="default" onClick={() => setMost(most + rowsAtOnce)}>
              {text.more}
            </Button>
          </div>
        )}
      </Card>
    </section>
  );
}

function NoViewers({ isEmpty }: { isEmpty: boolean }) {
  const text = useText('sessionReport');
  const Icon = isEmpty ? IconUsers : IconSearchOff;
  return (
    <EmptyState
      icon={<Icon size={24} stroke={1.5} />}
      title={isEmpty ? text.nobody : text.nothing}
      text={isEmpty ? text.nobodyHint : text.nothingHint}
    />
  );
}

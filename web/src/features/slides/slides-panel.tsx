import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useText } from '../../i18n/language.ts';
import type { SlidesDocument } from '../../models/slides/api.ts';
import type { ShownSlide } from '../../models/slides/slide-show.ts';
import { useChat } from '../../room/chat-context.ts';
import { useSlides } from '../../room/room-parts.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { Bone } from '../../ui/parts/bone.tsx';
import panel from '../../ui/parts/panel.module.css';
import { usePartOf, useStore } from '../../ui/use-store.ts';
import css from './slides-panel.module.css';

/** The documents of the room. Moderators show them to everybody, page by page. */
export function SlidesPanel() {
  const text = useText('slides');
  const show = useSlides();
  const isModerator = usePartOf(useChat().room.state, ({ role }) => role === 'moderator');
  const documents = useStore(show.documents.value);
  const { phase } = useStore(show.documents.state);
  const shown = useStore(show.shown);
  useEffect(() => show.documents.watch(), [show]);
  if (phase === 'loading') return <Loading />;
  return (
    <Stack grow p="md" gap="lg" className={panel.scroll}>
      {phase === 'failed' && <Text role="alert">{text.listFailed}</Text>}
      {phase === 'ready' && documents.length === 0 && (
        <Stack gap="xs" center>
          <Text weight={600}>{text.empty}</Text>
          <Text dim>{text.emptyHint}</Text>
        </Stack>
      )}
      <Stack as="ul" gap="lg">
        {documents.map((document) => (
          <li key={document.id}>
            <Entry
              document={document}
              shown={shown?.documentId === document.id ? shown : undefined}
              isModerator={isModerator}
            />
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

const Loading = () => (
  <Stack p="md" gap="md" aria-busy>
    <Bone height={44} />
    <Bone height={44} />
  </Stack>
);

type EntryProps = { document: SlidesDocument; shown: ShownSlide | undefined; isModerator: boolean };

function Entry({ document, shown, isModerator }: EntryProps) {
  const text = useText('slides');
  const show = useSlides();
  const { id, name, readyPages, downloadUrl } = document;
  return (
    <Stack gap="sm">
      <Text weight={600} breaks>
        {name}
      </Text>
      <Text size="sm" dim>
        {shown ? text.shownNow : <State document={document} />}
      </Text>
      {isModerator && !shown && readyPages > 0 && (
        <Button size="sm" onClick={() => show.show({ documentId: id, page: 1 })}>
          {text.show}
        </Button>
      )}
      {isModerator && shown && (
        <>
          <Button size="sm" variant="default" onClick={() => show.stop()}>
            {text.stop}
          </Button>
          <Pages shown={shown} />
        </>
      )}
      {downloadUrl && (
        <Text as="a" size="sm" tone="accent" underline="hover" href={downloadUrl} download>
          {text.download}
        </Text>
      )}
    </Stack>
  );
}

function State({ document: { state, readyPages, totalPages } }: { document: SlidesDocument }) {
  const text = useText('slides');
  if (state === 'failed') return text.failed;
  if (state === 'ready') return text.pageCount(totalPages ?? readyPages);
  return totalPages === null
    ? text.convertingSoon
    : text.converting({ ready: readyPages, total: totalPages });
}

/** The pages of the document that everybody sees, small. */
function Pages({ shown: { documentId, page, deck } }: { shown: ShownSlide }) {
  const text = useText('slides');
  const show = useSlides();
  return (
    <Stack as="ol" gap="sm" className={css.pages} aria-label={text.pages}>
      {deck?.slides.map(({ number, smallUrl }) => (
        <li key={number}>
          <Text
            as="button"
            full
            radius="sm"
            ground="fill"
            frame="line"
            className={css.page}
            aria-label={text.showPage(number)}
            aria-current={number === page}
            onClick={() => show.show({ documentId, page: number })}
          >
            <img className={css.thumbnail} src={smallUrl} alt="" loading="lazy" draggable={false} />
          </Text>
        </li>
      ))}
    </Stack>
  );
}

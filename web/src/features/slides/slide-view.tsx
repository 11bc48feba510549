import { VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPresentationOff } from '@tabler/icons-react';
import { type ComponentType, useEffect, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import type { Slide } from '../../models/slides/api.ts';
import type { ShownSlide } from '../../models/slides/slide-show.ts';
import type { InkProps, InkToolsProps, SlideProps } from '../../room/meeting-parts.ts';
import { useSlides } from '../../room/room-parts.tsx';
import { Pill, Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { useLasting } from '../../ui/use-lasting.ts';
import { useStore } from '../../ui/use-store.ts';
import { preloadSlide, sourcesOf } from './slide-pictures.ts';
import css from './slide-view.module.css';

type Props = SlideProps & {
  /** The drawing over the page. */
  Ink: ComponentType<InkProps>;
  Tools: ComponentType<InkToolsProps>;
};

/** The page on the stage. Its text is beside the picture for screen readers. */
export function SlideView({ mayTurn, Zoomable, Ink, Tools }: Props) {
  const shown = useStore(useSlides().shown);
  if (!shown) return null;
  return (
    <Stack full radius="md" ground="stage-tile" className={css.slide} data-slide={shown.page}>
      <Picture shown={shown} Zoomable={Zoomable} Ink={Ink} />
      <Words shown={shown} />
      <Tools mayClear={mayTurn} />
      {mayTurn && <Turning shown={shown} />}
    </Stack>
  );
}

/** In ms. A picture that comes sooner needs no sign. */
const soon = 500;
/** How many pages before and after this one are loaded in advance. */
const ahead = [1, -1, 2, -2];

function Picture({ shown, Zoomable, Ink }: { shown: ShownSlide } & Pick<Props, 'Zoomable' | 'Ink'>) {
  const text = useText('slides');
  const { deck, slide, page, isGone } = shown;
  const loaded = useLoaded(slide);
  useEffect(() => {
    if (!loaded || loaded !== slide) return;
    for (const by of ahead) {
      const other = deck?.slides.find(({ number }) => number === page + by);
      if (other) void preloadSlide(other);
    }
  }, [loaded, slide, deck, page]);
  const isLate = useLasting(!isGone && (slide === undefined || loaded !== slide), soon);
  const note = isGone ? text.gone : isLate ? text.loadingPage(page) : undefined;
  const alt = text.pageOf({
    page: loaded?.number ?? page,
    total: deck?.document.totalPages ?? page,
    name: deck?.document.name ?? '',
  });
  return (
    <>
      {/* The last page stays until the next one can be drawn whole. */}
      {loaded && !isGone && (
        <Zoomable>
          <img className={css.picture} {...sourcesOf(loaded)} alt={alt} draggable={false} />
          {loaded === slide && <Ink shape={loaded.width / loaded.height} />}
        </Zoomable>
      )}
      <Row justify="center" className={css.note} role="status">
        {note && (
          <Pill as="span" ground="stage-raised" size="sm">
            {note}
          </Pill>
        )}
      </Row>
    </>
  );
}

/** The last slide whose picture the browser has. */
function useLoaded(slide: Slide | undefined): Slide | undefined {
  const [loaded, setLoaded] = useState<Slide>();
  useEffect(() => {
    if (!slide) return;
    let isWanted = true;
    void preloadSlide(slide).then(() => isWanted && setLoaded(slide));
    return () => {
      isWanted = false;
    };
  }, [slide]);
  return loaded;
}

/** For screen readers: a region with the text, and the number of each page that comes. */
function Words({ shown: { deck, slide, page } }: { shown: ShownSlide }) {
  const text = useText('slides');
  return (
    <>
      <VisuallyHidden role="status">{text.page(page)}</VisuallyHidden>
      {deck && slide && (
        <VisuallyHidden role="region" aria-label={text.textOfPage}>
          {slide.text || text.noText}
        </VisuallyHidden>
      )}
    </>
  );
}

function Turning({ shown: { deck, page } }: { shown: ShownSlide }) {
  const text = useText('slides');
  const show = useSlides();
  const slides = deck?.slides ?? [];
  const total = deck?.document.totalPages ?? slides.length;
  const look = { ground: 'stage-raised', hover: 'fill', square: 44, radius: 'round' } as const;
  return (
    <Row justify="center" align="center" gap="sm" className={css.controls}>
      <Pill
        {...look}
        aria-label={text.previous}
        title={text.previous}
        disabled={!slides.some(({ number }) => number === page - 1)}
        onClick={() => show.step(-1)}
      >
        <IconChevronLeft size={20} aria-hidden />
      </Pill>
      <Pill as="span" ground="stage-raised" size="sm" tabular>
        <Text as="span">{text.counter({ page, total })}</Text>
      </Pill>
      <Pill
        {...look}
        aria-label={text.next}
        title={text.next}
        disabled={!slides.some(({ number }) => number === page + 1)}
        onClick={() => show.step(1)}
      >
        <IconChevronRight size={20} aria-hidden />
      </Pill>
      <Pill {...look} aria-label={text.stop} title={text.stop} onClick={() => show.stop()}>
        <IconPresentationOff size={20} aria-hidden />
      </Pill>
    </Row>
  );
}

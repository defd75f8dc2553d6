import type { ResourcePage } from '@course/contracts';
import { LIBRARY_COPY } from '../flow/library-copy.ts';
import { Link, read } from '@course/platform';
import { Button } from '@course/ui';
import { useCallback, useEffect, useRef } from 'react';
import { LoadedView } from '../course-access/loaded-view.tsx';
import reader from '../course-access/reader.module.css';
import text from '../screens/course/course.module.css';
import { libraryPath } from '../course-access/course-routes.ts';
import { useDocumentTitle } from '../flow/use-document-title.ts';
import { CopyBlock } from './copy-block.tsx';
import css from './library.module.css';
import { useLoaded } from '../course-access/use-loaded.ts';

interface ResourceViewProps {
  readonly slug: string;
  /** The number of the heading to scroll to, from 1; null, or one that does not exist, for the top. */
  readonly place: number | null;
}

export function ResourceView({ slug, place }: ResourceViewProps) {
  const load = useCallback(() => read(['/api', 'course', 'resources', slug]) as Promise<ResourcePage>, [slug]);
  const loaded = useLoaded(load);
  return (
    <>
      <p>
        <Link to={libraryPath()} className={reader['link']}>
          ← {LIBRARY_COPY.toLibrary}
        </Link>
      </p>
      <LoadedView
        of={loaded}
        loading={<p role="status">{LIBRARY_COPY.opening}</p>}
        refused={<p role="alert">{LIBRARY_COPY.gone}</p>}
      >
        {(page) => <Page page={page} place={place} />}
      </LoadedView>
    </>
  );
}

const Page = ({ page, place }: { readonly page: ResourcePage; readonly place: number | null }) => {
  const article = useRef<HTMLElement>(null);
  useDocumentTitle(page.title);
  useEffect(() => {
    const [title, ...headings] = article.current!.querySelectorAll<HTMLElement>('h2, h3');
    const heading = (place !== null && headings[place - 1]) || title!;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    if (heading === title) scrollTo({ top: 0, behavior: 'instant' });
    else heading.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, [page.slug, place]);
  return (
    <article ref={article} className={css['sheet']}>
      <p className={css['kind']} data-area={page.area}>
        {LIBRARY_COPY.kindOf[page.kind]} · {LIBRARY_COPY.areas[page.area]}
      </p>
      <h2 className={css['sheetTitle']}>{page.title}</h2>
      <p className={css['summary']}>{page.summary}</p>
      {page.parts.map((part, index) =>
        part.is === 'copy' ? (
          <CopyBlock key={index} title={part.title} text={part.text} />
        ) : (
          // Trusted: rendered by our server from our own files, with any HTML in them escaped.
          <div
            key={index}
            className={`${text['text']} ${css['text']}`}
            dangerouslySetInnerHTML={{ __html: part.html }}
          />
        ),
      )}
      <p className={css['facts']}>{LIBRARY_COPY.facts(page.minutes, LIBRARY_COPY.levels[page.level])}</p>
      <Button look="quiet" className={css['print']} onClick={() => print()}>
        {LIBRARY_COPY.print}
      </Button>
    </article>
  );
};

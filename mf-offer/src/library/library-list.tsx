import type { ResourceHead } from '@course/contracts';
import { LIBRARY_COPY } from '../flow/library-copy.ts';
import { Link } from '@course/platform';
import { Button } from '@course/ui';
import { memo, useCallback, useDeferredValue, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react';
import reader from '../course-access/reader.module.css';
import { lessonsPath, resourcePath } from '../course-access/course-routes.ts';
import { useDocumentTitle } from '../flow/use-document-title.ts';
import css from './library.module.css';
import { buildIndex, EVERYTHING, type Hit, type Search, searchIn } from './search.ts';

const MAX_TOPICS = 4;
/** Number of resources shown at first. All 83 take about 7 ms more at a keystroke, four times that on a slow phone. */
const INITIAL_COUNT = 8;
const AREAS = Object.entries(LIBRARY_COPY.areas) as [ResourceHead['area'], string][];
const KINDS = Object.entries(LIBRARY_COPY.kinds) as [ResourceHead['kind'], string][];

interface LibraryListProps {
  readonly resources: readonly ResourceHead[];
  readonly search: Search;
  readonly onSearch: (search: Search) => void;
  /** Slug of the page that the reader comes back from, whose link then gets the focus. */
  readonly from: string | null;
}

/** The searchable and filterable list of everything that a buyer gets besides the lessons. */
export function LibraryList({ resources, search, onSearch, from }: LibraryListProps) {
  // Typing stays responsive; the list is updated afterwards.
  const deferredSearch = useDeferredValue(search);
  const section = useRef<HTMLElement>(null);
  const top = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(LIBRARY_COPY.title);
  useEffect(() => {
    const lastLink = from === null ? null : section.current?.querySelector<HTMLElement>(`[data-slug="${from}"]`);
    if (lastLink) lastLink.focus();
    else {
      top.current?.focus({ preventScroll: true });
      scrollTo({ top: 0, behavior: 'instant' });
    }
  }, [from]);
  const clear = useCallback(() => {
    // The button disappears along with the search, so move the focus to the heading first.
    top.current?.focus();
    onSearch(EVERYTHING);
  }, [onSearch]);
  return (
    <section ref={section} className={css['library']}>
      <Link to={lessonsPath()} className={reader['link']}>
        ← {LIBRARY_COPY.toCourse}
      </Link>
      <h2 ref={top} tabIndex={-1} className={css['title']}>
        {LIBRARY_COPY.title}
      </h2>
      <Filters resources={resources} search={search} onSearch={onSearch} />
      <div className={css['results']} aria-busy={deferredSearch !== search}>
        <Results resources={resources} search={deferredSearch} onSearch={onSearch} onClear={clear} />
      </div>
    </section>
  );
}

interface ResultsProps extends Omit<LibraryListProps, 'from'> {
  readonly onClear: () => void;
}

/** Memoized, so that a keystroke alone does not render it. */
const Results = memo(({ resources, search, onSearch, onClear }: ResultsProps) => {
  const index = useMemo(() => buildIndex(resources), [resources]);
  const hits = useMemo(() => searchIn(index, search), [index, search]);
  const list = useRef<HTMLUListElement>(null);
  const wasWhole = useRef(search.whole);
  // The button that showed the other rows is gone, so move the focus to the first of them.
  useLayoutEffect(() => {
    if (search.whole && !wasWhole.current) list.current?.children[INITIAL_COUNT]?.querySelector('a')?.focus();
    wasWhole.current = search.whole;
  }, [search.whole]);
  return (
    <>
      <p role="status" className={css['count']}>
        {hits.length === 0 ? LIBRARY_COPY.none : LIBRARY_COPY.found(hits.length)}
      </p>
      {hits.length === 0 && (
        <button type="button" className={reader['link']} onClick={onClear}>
          {LIBRARY_COPY.clear}
        </button>
      )}
      <ul ref={list} className={css['list']}>
        {(search.whole ? hits : hits.slice(0, INITIAL_COUNT)).map((hit) => (
          <Row key={hit.resource.slug} hit={hit} />
        ))}
      </ul>
      {!search.whole && hits.length > INITIAL_COUNT && (
        <Button look="quiet" onClick={() => onSearch({ ...search, whole: true })}>
          {LIBRARY_COPY.showAll(hits.length)}
        </Button>
      )}
    </>
  );
});

function Filters({ resources, search, onSearch }: Omit<LibraryListProps, 'from'>) {
  const name = useId();
  const kinds = KINDS.filter(([kind]) => resources.some((resource) => resource.kind === kind));
  return (
    <div role="search" className={css['filters']}>
      <label className={css['field']}>
        <span>{LIBRARY_COPY.search}</span>
        <input
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          placeholder={LIBRARY_COPY.searchHint}
          value={search.text}
          onChange={(event) => onSearch({ ...search, text: event.target.value, whole: false })}
        />
      </label>
      <label className={css['field']}>
        <span>{LIBRARY_COPY.area}</span>
        <select
          value={search.area}
          onChange={(event) => onSearch({ ...search, area: event.target.value as Search['area'] })}
        >
          <option value="all">{LIBRARY_COPY.allAreas}</option>
          {AREAS.map(([area, label]) => (
            <option key={area} value={area}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <fieldset className={css['kinds']}>
        <legend>{LIBRARY_COPY.kind}</legend>
        {[['all', LIBRARY_COPY.allKinds] as const, ...kinds].map(([kind, label]) => (
          <label key={kind} className={css['chip']}>
            <input
              type="radio"
              name={name}
              checked={search.kind === kind}
              onChange={() => onSearch({ ...search, kind })}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}

/** Memoized by content, because another letter changes few of the hits. */
const Row = memo(
  ({ hit: { resource, topics } }: { readonly hit: Hit }) => (
    <li className={css['row']} data-area={resource.area}>
      <p className={css['kind']}>
        {LIBRARY_COPY.kindOf[resource.kind]} · {LIBRARY_COPY.areas[resource.area]}
      </p>
      <h3 className={css['name']}>
        <Link to={resourcePath(resource.slug)} data-slug={resource.slug}>
          {resource.title}
        </Link>
      </h3>
      <p className={css['summary']}>{resource.summary}</p>
      <p className={css['facts']}>
        {resource.kind === 'prompts' && `${LIBRARY_COPY.prompts(resource.topics.length)} · `}
        {LIBRARY_COPY.facts(resource.minutes, LIBRARY_COPY.levels[resource.level])}
      </p>
      {topics.length > 0 && (
        <ul className={css['topics']} aria-label={LIBRARY_COPY.inside}>
          {topics.slice(0, MAX_TOPICS).map(({ place, title }) => (
            <li key={place}>
              <Link to={resourcePath(resource.slug, place)}>{title}</Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  ),
  ({ hit: before }, { hit: after }) =>
    before.resource === after.resource &&
    before.topics.length === after.topics.length &&
    before.topics.every(({ place }, index) => place === after.topics[index]?.place),
);

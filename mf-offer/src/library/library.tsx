import type { ResourceList } from '@course/contracts';
import { LIBRARY_COPY } from '../flow/library-copy.ts';
import { read, useSearchParams } from '@course/platform';
import { useState } from 'react';
import { LoadedView } from '../course-access/loaded-view.tsx';
import { courseRouteIn } from '../course-access/course-routes.ts';
import { LibraryList } from './library-list.tsx';
import { ResourceView } from './resource-view.tsx';
import { EVERYTHING } from './search.ts';
import { useLoaded } from '../course-access/use-loaded.ts';

const readList = () => read(['/api', 'course', 'resources']) as Promise<ResourceList>;

/** The list, or the page that the address names. List and search are kept while a page is read. */
export function Library() {
  const [params] = useSearchParams();
  const route = courseRouteIn(params);
  const slug = route.kind === 'resource' ? route.slug : null;
  const [search, setSearch] = useState(EVERYTHING);
  const [lastSlug, setLastSlug] = useState<string | null>(null);
  const list = useLoaded(readList);
  if (slug !== null && slug !== lastSlug) setLastSlug(slug);
  if (route.kind === 'resource') return <ResourceView key={route.slug} slug={route.slug} place={route.place} />;
  return (
    <LoadedView of={list} loading={<p role="status">{LIBRARY_COPY.opening}</p>}>
      {({ resources }) => <LibraryList resources={resources} search={search} onSearch={setSearch} from={lastSlug} />}
    </LoadedView>
  );
}

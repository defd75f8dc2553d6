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

/** The list or one page of it, as the address says. The list and what was searched stay while a page is read. */
export function Library() {
  const [params] = useSearchParams();
  const route = courseRouteIn(params);
  const slug = route.show === 'resource' ? route.slug : null;
  const [search, setSearch] = useState(EVERYTHING);
  const [last, setLast] = useState<string | null>(null);
  const list = useLoaded(readList);
  if (slug !== null && slug !== last) setLast(slug);
  if (route.show === 'resource') return <ResourceView key={route.slug} slug={route.slug} place={route.place} />;
  return (
    <LoadedView of={list} loading={<p role="status">{LIBRARY_COPY.opening}</p>}>
      {({ resources }) => <LibraryList resources={resources} search={search} onSearch={setSearch} from={last} />}
    </LoadedView>
  );
}

import type { ResourceList } from '@course/contracts';
import { LIBRARY_COPY } from '../flow/library-copy.ts';
import { read, useSearchParams } from '@course/platform';
import { useState } from 'react';
import { Unreachable } from '../course-access/reader-parts.tsx';
import { askedIn } from '../course-access/addresses.ts';
import { LibraryList } from './library-list.tsx';
import { ResourceView } from './resource-view.tsx';
import { EVERYTHING } from './search.ts';
import { useLoaded } from '../course-access/use-loaded.ts';

const readList = () => read(['/api', 'course', 'resources']) as Promise<ResourceList>;

/** The list or one page of it, as the address says. The list and what was searched stay while a page is read. */
export function Library() {
  const [params] = useSearchParams();
  const asked = askedIn(params);
  const slug = asked.show === 'resource' ? asked.slug : null;
  const [search, setSearch] = useState(EVERYTHING);
  const [last, setLast] = useState<string | null>(null);
  const { loaded, tryAgain } = useLoaded(readList);
  if (slug !== null && slug !== last) setLast(slug);
  if (asked.show === 'resource') return <ResourceView key={asked.slug} slug={asked.slug} place={asked.place} />;
  switch (loaded.kind) {
    case 'loading':
      return <p role="status">{LIBRARY_COPY.opening}</p>;
    case 'gone':
    case 'failed':
      return <Unreachable onAgain={tryAgain} />;
    case 'loaded':
      return <LibraryList resources={loaded.value.resources} search={search} onSearch={setSearch} from={last} />;
    default:
      return loaded satisfies never;
  }
}

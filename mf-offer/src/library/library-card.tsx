import { LIBRARY_COPY } from '../flow/library-copy.ts';
import { Link } from '@course/platform';
import { libraryPath } from '../course-access/course-routes.ts';
import css from './library-card.module.css';

/** The card on the lessons page that links to the library. */
export const LibraryCard = () => (
  <section className={css['card']}>
    <h2 className={css['title']}>{LIBRARY_COPY.title}</h2>
    <p>{LIBRARY_COPY.invitation}</p>
    <Link to={libraryPath()} className={css['open']}>
      {LIBRARY_COPY.open}
    </Link>
  </section>
);

import type { LegalSection } from './flow/legal-text.ts';
import { Link } from '@course/platform';
import { useOrigin } from './back-target.ts';
import css from './contents.module.css';

/** Scrolls to a section and focuses its heading, because the router only changes the address. */
function showSection(id: string): void {
  const heading = document.getElementById(id);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView();
}

/** The table of contents. Jumps replace the history entry, so that the browser's back button still leaves the page. */
export function Contents({ sections }: { readonly sections: readonly LegalSection[] }) {
  const origin = useOrigin();
  return (
    <nav className={css['contents']} aria-labelledby="contents">
      <h2 id="contents" className={css['title']}>
        On this page
      </h2>
      <ol className={css['list']}>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <Link
              to={`#${id}`}
              replace
              state={{ from: origin }}
              onClick={() => showSection(id)}
              className={css['link']}
            >
              {title}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

import { EXCLUDED_COOKIE } from '@course/contracts';
import { useSubmit } from '@course/ui';
import { useContext, useState } from 'react';
import { isClosed, messageOf, send } from './data/fetch-json.ts';
import { OnClosed } from './data/use-chart.ts';
import './exclude-browser.css';

const isMarked = (): boolean => document.cookie.split('; ').includes(`${EXCLUDED_COOKIE}=1`);

/** The owner's switch that marks visits of this browser, to exclude them from every measure. */
export const ExcludeBrowser = () => {
  const [marked, setMarked] = useState(isMarked);
  const { error, submit } = useSubmit();
  const onClosed = useContext(OnClosed);
  const toggle = (): void =>
    submit(async () => {
      try {
        await send('/api/insights/not-counted', { method: marked ? 'DELETE' : 'PUT' });
      } catch (refusal) {
        if (isClosed(refusal)) onClosed();
        throw refusal;
      } finally {
        setMarked(isMarked());
      }
    });
  return (
    <section className="card mark" aria-label="Your own visits">
      <div>
        <h2>Your own visits</h2>
        <p className="lead" id="mark-meaning">
          From now on, views and visits of this browser are marked and left out of every measure. Once it opens another
          page of the funnel, its current visit is excluded completely, except that views before the mark stay in page
          timing and views over time. The mark lasts a year.
        </p>
        {error !== undefined && (
          <p className="fault" role="alert">
            {messageOf(error)}
          </p>
        )}
      </div>
      <button
        type="button"
        role="switch"
        aria-checked={marked}
        aria-describedby="mark-meaning"
        className="switch"
        onClick={toggle}
      >
        Do not count this browser
      </button>
    </section>
  );
};

import { useEffect, useRef, useState } from 'react';
import './sql.css';

const COPIED_MS = 2000;

/** The SQL behind a chart, as it runs in psql. */
export const Sql = ({ text, title }: { readonly text: string; readonly title: string }) => {
  const [note, setNote] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const showNote = (text: string): void => {
    clearTimeout(timer.current);
    setNote(text);
    timer.current = setTimeout(() => setNote(''), COPIED_MS);
  };
  const copy = async (): Promise<void> => {
    try {
      // Missing if the page was loaded over plain HTTP from another machine.
      await navigator.clipboard.writeText(text);
      showNote('Copied');
    } catch {
      showNote('Could not copy: select the text instead');
    }
  };
  return (
    <>
      <pre className="sql" tabIndex={0} role="region" aria-label={`SQL of ${title}`}>
        <code>{text}</code>
      </pre>
      <p className="sql-foot">
        <button type="button" className="control" onClick={() => void copy()}>
          Copy the SQL
        </button>
        <span role="status">{note}</span>
      </p>
    </>
  );
};

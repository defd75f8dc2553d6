import { LIBRARY_COPY } from '../flow/library-copy.ts';
import { useRef, useState } from 'react';
import css from './library.module.css';

/** A bracketed placeholder that the reader has to replace. */
const PLACEHOLDER = /(\[[^\]\n]+\])/;

/** Copies by selecting `element`, for pages without clipboard access (plain HTTP). */
function copySelected(element: Element | null): boolean {
  const selection = getSelection();
  if (!element || !selection) return false;
  selection.selectAllChildren(element);
  return document.execCommand('copy');
}

async function copyText(text: string, shown: Element | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(shown);
  }
}

interface CopyBlockProps {
  readonly title: string;
  readonly text: string;
}

/** A text with a button that copies it. */
export function CopyBlock({ title, text }: CopyBlockProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const shown = useRef<HTMLPreElement>(null);
  const copy = () => {
    // Cleared first, so that a second press is announced again.
    setState('idle');
    void copyText(text, shown.current).then((isCopied) => setState(isCopied ? 'copied' : 'failed'));
  };
  return (
    <div className={css['copyBlock']}>
      <pre ref={shown} className={css['copyText']}>
        {text.split(PLACEHOLDER).map((piece, index) => (index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece))}
      </pre>
      <div className={css['copyRow']}>
        <span role="status" className={css['copyState']} data-state={state}>
          {state === 'copied' && LIBRARY_COPY.copied}
          {state === 'failed' && LIBRARY_COPY.notCopied}
        </span>
        <button type="button" className={css['copyButton']} aria-label={LIBRARY_COPY.copyOf(title)} onClick={copy}>
          {LIBRARY_COPY.copy}
        </button>
      </div>
    </div>
  );
}

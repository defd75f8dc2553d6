import type { ReactNode } from 'react';
import { dressed, MONO } from '../look.ts';

/** A line to type. */
export const Command = ({ children }: { children: ReactNode }) => (
  <pre {...dressed('prompt', { margin: '0 0 12px', padding: '12px 16px', borderRadius: 10, fontFamily: MONO, fontSize: 14, lineHeight: '22px', whiteSpace: 'pre-wrap', wordBreak: 'break-word' })}>{children}</pre>
);

import type { ReactNode } from 'react';
import { themed, MONO } from '../theme.ts';

/** A line to type. */
export const Command = ({ children }: { children: ReactNode }) => (
  <pre
    {...themed('prompt', {
      margin: '0 0 12px',
      padding: '12px 16px',
      borderRadius: 10,
      fontFamily: MONO,
      fontSize: 14,
      lineHeight: '22px',
      whiteSpace: 'pre-wrap',
      wordBreak: 'break-word',
    })}
  >
    {children}
  </pre>
);

import type { ReactNode } from 'react';
import { themed, MONO } from '../theme.ts';

export const Command = ({ children }: { children: ReactNode }) => (
  <table
    role="presentation"
    width="100%"
    cellPadding="0"
    cellSpacing="0"
    border={0}
    style={{ margin: '0 0 12px', borderCollapse: 'separate' }}
  >
    <tbody>
      <tr>
        <td {...themed('prompt', { padding: '12px 16px', borderRadius: 10 })}>
          <pre
            {...themed('prompt', {
              margin: 0,
              fontFamily: MONO,
              fontSize: 14,
              lineHeight: '22px',
              whiteSpace: 'pre-wrap',
              wordBreak: 'break-word',
            })}
          >
            {children}
          </pre>
        </td>
      </tr>
    </tbody>
  </table>
);

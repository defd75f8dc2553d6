import type { CSSProperties, ReactNode } from 'react';
import { Button, Heading, Link, Section, Text } from 'react-email';
import type { Fact } from '../blocks.ts';
import { themed } from '../theme.ts';

/** Breaks long words: a name without spaces must not widen the mail. */
const BREAKS: CSSProperties = { overflowWrap: 'anywhere', wordBreak: 'break-word' };

export const Title = ({ children }: { children: ReactNode }) => (
  <Heading as="h1" {...titleProps()}>
    {children}
  </Heading>
);

const titleProps = (): { className: string; style: CSSProperties } => ({
  className: 'ink title',
  style: themed('ink', {
    margin: '0 0 16px',
    fontSize: 30,
    lineHeight: '1.15',
    fontWeight: 800,
    letterSpacing: '-0.02em',
    ...BREAKS,
  }).style,
});

export const Above = ({ children }: { children: ReactNode }) => (
  <p {...themed('trust', { margin: '0 0 6px', fontSize: 15, lineHeight: '22px', fontWeight: 700 })}>{children}</p>
);

export const Subtitle = ({ children }: { children: ReactNode }) => (
  <Heading as="h2" {...themed('ink', { margin: '28px 0 8px', fontSize: 19, lineHeight: '1.3', fontWeight: 700 })}>
    {children}
  </Heading>
);

export const P = ({ children }: { children: ReactNode }) => (
  <Text {...themed('ink', { margin: '0 0 16px', fontSize: 17, lineHeight: '27px', ...BREAKS })}>{children}</Text>
);

export const A = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} {...themed('link', { textDecorationLine: 'underline', fontWeight: 600 })}>
    {children}
  </Link>
);

/** A link in the footer, where links are secondary. */
export const QuietLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} {...themed('soft', { textDecorationLine: 'underline' })}>
    {children}
  </Link>
);

export const Action = ({ href, children }: { href: string; children: ReactNode }) => (
  <Section style={{ padding: '8px 0 4px' }}>
    <Button
      href={href}
      className="button wide"
      style={{ ...themed('button').style, padding: '15px 26px', borderRadius: 14, fontSize: 17, fontWeight: 700 }}
    >
      {children}
    </Button>
  </Section>
);

export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <table
    width="100%"
    cellPadding="0"
    cellSpacing="0"
    border={0}
    style={{ margin: '4px 0 20px', fontSize: 16, lineHeight: '24px' }}
  >
    <tbody>
      {facts.map(([name, value]) => (
        <tr key={name}>
          <th
            scope="row"
            align="left"
            {...themed('rule', {
              borderTopWidth: 1,
              borderTopStyle: 'solid',
              padding: '10px 12px 10px 0',
              fontWeight: 400,
              verticalAlign: 'top',
              width: '34%',
            })}
          >
            <span {...themed('soft')}>{name}</span>
          </th>
          <td
            align="left"
            {...themed('rule', {
              borderTopWidth: 1,
              borderTopStyle: 'solid',
              padding: '10px 0',
              fontWeight: 600,
              wordBreak: 'break-word',
            })}
          >
            <span {...themed('ink')}>{value}</span>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

export const Note = ({ children }: { children: ReactNode }) => (
  <table role="presentation" width="100%" cellPadding="0" cellSpacing="0" border={0} style={{ margin: '8px 0 20px' }}>
    <tbody>
      <tr>
        <td
          {...themed('done', { padding: '14px 18px', borderRadius: 14, fontSize: 16, lineHeight: '25px', ...BREAKS })}
        >
          {children}
        </td>
      </tr>
    </tbody>
  </table>
);

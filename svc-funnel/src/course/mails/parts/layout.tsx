import { PRODUCT } from '@course/funnel';
import type { ReactNode } from 'react';
import { Body, Head, Html, Preview, Section, Text } from 'react-email';
import { Bounded } from './outlook.tsx';
import { coloursOf, themed, FONT, STYLE_SHEET } from '../theme.ts';

interface LayoutProps {
  readonly title: string;
  readonly preheader: string;
  readonly aside: string | undefined;
  readonly picture: ReactNode;
  readonly children: ReactNode;
  readonly footer: ReactNode;
}

const Brand = ({ aside }: { aside: string | undefined }) => (
  <table role="presentation" width="100%" cellPadding="0" cellSpacing="0" border={0}>
    <tbody>
      <tr>
        <td
          align="left"
          {...themed('ink', { padding: '0 8px', fontSize: 17, fontWeight: 800, letterSpacing: '-0.01em' })}
        >
          {PRODUCT.name}
        </td>
        <td align="right" {...themed('soft', { padding: '0 8px', fontSize: 14 })}>
          {aside}
        </td>
      </tr>
    </tbody>
  </table>
);

/** The frame of every mail: background, product name, a card with the content, and a footer. */
export const Layout = ({ title, preheader, aside, picture, children, footer }: LayoutProps) => (
  <Html lang="en">
    <Head>
      <title>{title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
      <style dangerouslySetInnerHTML={{ __html: STYLE_SHEET }} />
    </Head>
    <Body className="ground" style={{ fontFamily: FONT, ...coloursOf('ground') }}>
      <Preview useTitleTag={false}>{preheader}</Preview>
      <Section tdClassName="ground outer" style={{ ...coloursOf('ground'), padding: '28px 12px 40px' }}>
        <Bounded width={600}>
          <>
            <Brand aside={aside} />
            {picture ?? <div style={{ height: 16, lineHeight: '16px', fontSize: 0 }}>&nbsp;</div>}
            <table
              role="presentation"
              width="100%"
              cellPadding="0"
              cellSpacing="0"
              border={0}
              {...themed('card', {
                borderWidth: 1,
                borderStyle: 'solid',
                borderRadius: 20,
                borderCollapse: 'separate',
              })}
            >
              <tbody>
                <tr>
                  <td className="inner" style={{ padding: '32px 36px' }}>
                    {children}
                  </td>
                </tr>
              </tbody>
            </table>
            <Section style={{ padding: '20px 8px 0' }}>{footer}</Section>
          </>
        </Bounded>
      </Section>
    </Body>
  </Html>
);

export const Small = ({ children }: { children: ReactNode }) => (
  <Text {...themed('soft', { fontSize: 14, lineHeight: '22px', margin: '0 0 8px' })}>{children}</Text>
);

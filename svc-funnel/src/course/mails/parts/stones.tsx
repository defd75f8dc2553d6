import { DAYS_A_WEEK } from '@course/funnel/course';
import { Row, Section } from 'react-email';
import { NotInOutlook } from './outlook.tsx';
import { themed, type Surface } from '../theme.ts';

/** Width, height and rise of the stones in px: near ones are large and low, far ones small and high. */
const STONES = Array.from({ length: DAYS_A_WEEK }, (_, index) => ({
  width: 34 - index * 3,
  height: 15 - index * 1.4,
  rise: index * 5,
}));

const Shape = ({
  surface,
  width,
  height,
  radius,
}: {
  surface: Surface;
  width: number;
  height: number;
  radius: string;
}) => (
  <div
    {...themed(surface, {
      width,
      height: Math.round(height),
      borderRadius: radius,
      fontSize: 0,
      lineHeight: '0',
      margin: '0 auto',
    })}
  >
    &nbsp;
  </div>
);

/**
 * The path of one week: seven stones that climb to the sun. The first `walked` are done, and the last of those is
 * today's.
 */
export const StonePath = ({ walked }: { walked: number }) => (
  <NotInOutlook>
    <Section aria-hidden="true" style={{ maxWidth: 300, margin: '0 auto', padding: '12px 0 10px' }}>
      <Row>
        {STONES.map(({ width, height, rise }, index) => (
          <td
            key={rise}
            valign="bottom"
            align="center"
            style={{ paddingBottom: rise, verticalAlign: 'bottom', width: width + 4 }}
          >
            <Shape surface={index < walked ? 'walked' : 'stone'} width={width} height={height} radius="50%" />
          </td>
        ))}
        <td valign="bottom" align="center" style={{ paddingBottom: 38, verticalAlign: 'bottom', width: 48 }}>
          <Shape surface="sun" width={44} height={22} radius="22px 22px 0 0" />
        </td>
      </Row>
    </Section>
  </NotInOutlook>
);

import { useEffect, useRef, useState, type RefObject } from 'react';
import { Bar, BarChart, YAxis } from 'recharts';
import type { ChartRequest } from '../data/chart-address.ts';
import { useChart } from '../data/use-chart.ts';

const SIZE = { width: 132, height: 34 } as const;
const MARGIN = { top: 1, right: 0, bottom: 0, left: 0 } as const;

/** Whether the element was on the screen already. */
const useSeen = (ref: RefObject<HTMLElement | null>): boolean => {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || seen) return undefined;
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, seen]);
  return seen;
};

/** The shape of one page's times, without axes; asked for when it comes into view. */
export const SmallDistribution = ({ request }: { readonly request: ChartRequest<'page-distribution'> }) => {
  const place = useRef<HTMLSpanElement>(null);
  const { answer } = useChart(useSeen(place) ? request : undefined);
  return (
    <span ref={place} className="small-shape" aria-hidden="true">
      {answer && answer.rows.length > 0 && (
        <BarChart {...SIZE} data={[...answer.rows]} margin={MARGIN} barCategoryGap={0} accessibilityLayer={false}>
          <YAxis hide domain={[0, 'dataMax']} />
          <Bar dataKey="views" className="bar-trust" isAnimationActive={false} />
        </BarChart>
      )}
    </span>
  );
};

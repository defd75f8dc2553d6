import { useEffect, useRef, useState, type RefObject } from 'react';
import type { ChartRequest } from '../../data/chart-address.ts';
import { useChart } from '../../data/use-chart.ts';
import { barsOf } from './shape.ts';

const SIZE = { width: 132, height: 34 } as const;
/** A bar of few views is still to be seen. */
const LEAST_PX = 1;

/** Whether the element was on the screen already. */
const useSeen = (ref: RefObject<HTMLElement | null>): boolean => {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || seen) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, seen]);
  return seen;
};

/** The shape of one page's times, on one axis with those of the other pages; asked for when it comes into view. */
export const SmallDistribution = ({ request }: { readonly request: ChartRequest<'page-distribution'> }) => {
  const place = useRef<HTMLSpanElement>(null);
  const { answer } = useChart(useSeen(place) ? request : undefined);
  return (
    <span ref={place} className="small-shape" aria-hidden="true">
      {answer && answer.rows.length > 0 && (
        <svg {...SIZE} className="bar-trust">
          {barsOf(answer.rows).map(({ x, width, height }) => {
            const barHeight = Math.max(height * SIZE.height, LEAST_PX);
            return (
              <rect
                key={x}
                x={x * SIZE.width}
                width={width * SIZE.width}
                y={SIZE.height - barHeight}
                height={barHeight}
              />
            );
          })}
        </svg>
      )}
    </span>
  );
};

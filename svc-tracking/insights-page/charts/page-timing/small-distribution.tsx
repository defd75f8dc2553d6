import { useEffect, useRef, useState, type RefObject } from 'react';
import type { ChartRequest } from '../../data/chart-address.ts';
import { useChart } from '../../data/use-chart.ts';
import { barsOf } from './shape.ts';

const SIZE = { width: 132, height: 34 } as const;
/** Keeps a bar with few views visible. */
const LEAST_PX = 1;

/** Returns whether the element has been on the screen. */
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

/** The shape of one page's times, on the same axis as those of the other pages. Loads when it first comes into view. */
export const SmallDistribution = ({ request }: { readonly request: ChartRequest<'page-distribution'> }) => {
  const container = useRef<HTMLSpanElement>(null);
  const { result, failure, isLoading } = useChart(useSeen(container) ? request : undefined);
  return (
    <span ref={container} className="small-shape" data-stale={isLoading && result !== undefined} aria-hidden="true">
      {failure !== undefined && 'Not loaded'}
      {result && result.rows.length > 0 && (
        <svg {...SIZE} className="bar-trust">
          {barsOf(result.rows).map(({ x, width, height }) => {
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

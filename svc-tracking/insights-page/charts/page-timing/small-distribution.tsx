import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import type { ChartRequest } from '../../data/chart-address.ts';
import { useChart } from '../../data/use-chart.ts';
import { type Bar, barsOf } from './shape.ts';

const SIZE = { width: 132, height: 34 } as const;
/** Keeps a bar with few views visible. */
const LEAST_PX = 1;

/** Calls `onSeen` each time the element comes into view. */
const useOnSeen = (ref: RefObject<HTMLElement | null>, onSeen: () => void): void => {
  const seen = useEffectEvent(onSeen);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && seen(),
    );
    observer.observe(ref.current!);
    return () => observer.disconnect();
  }, [ref]);
};

interface SmallDistributionProps {
  readonly path: string;
  readonly request: ChartRequest<'page-distribution'>;
  readonly onChoose: (path: string, button: HTMLElement) => void;
}

/**
 * The shape of one page's times, on the same axis as those of the other pages, as a button that shows it larger. Loads
 * when it first comes into view; after a failure again when it comes back into view or is chosen.
 */
export const SmallDistribution = ({ path, request, onChoose }: SmallDistributionProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const [seen, setSeen] = useState(false);
  const { result, failure, isLoading, reload } = useChart(seen ? request : undefined);
  const loadAgain = (): void => void (failure !== undefined && !isLoading && reload());
  useOnSeen(button, () => {
    setSeen(true);
    loadAgain();
  });
  return (
    <button
      ref={button}
      type="button"
      aria-label={`Distribution of ${path}${failure === undefined ? '' : ', not loaded'}`}
      onClick={({ currentTarget }) => {
        loadAgain();
        onChoose(path, currentTarget);
      }}
    >
      <span className="small-shape" data-stale={isLoading && result !== undefined} aria-hidden="true">
        {failure !== undefined && 'Not loaded'}
        {result && result.rows.length > 0 && <Shape bars={barsOf(result.rows)} />}
      </span>
    </button>
  );
};

const Shape = ({ bars }: { readonly bars: readonly Bar[] }) => (
  <svg {...SIZE} className="bar-trust">
    {bars.map(({ x, width, height }) => {
      const barHeight = Math.max(height * SIZE.height, LEAST_PX);
      return (
        <rect key={x} x={x * SIZE.width} width={width * SIZE.width} y={SIZE.height - barHeight} height={barHeight} />
      );
    })}
  </svg>
);

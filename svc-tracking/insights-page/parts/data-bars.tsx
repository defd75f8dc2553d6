import './data-bars.css';

export interface DataBar {
  readonly name: string;
  readonly value: number;
  /** A second part of the bar, after the first. */
  readonly also?: number;
  readonly text: string;
}

const lengthOf = ({ value, also = 0 }: DataBar): number => value + also;
const shareOf = (value: number, max: number): string => `${max > 0 ? (value / max) * 100 : 0}%`;

/** A list of names of any length, each with its value and a bar of that length. */
export const DataBars = ({
  bars,
  max = Math.max(...bars.map(lengthOf)),
}: {
  readonly bars: readonly DataBar[];
  readonly max?: number;
}) => (
  <ul className="data-bars">
    {bars.map((bar, index) => (
      <li key={index}>
        <span className="name">{bar.name}</span> <span className="amount">{bar.text}</span>
        <span className="track" aria-hidden="true">
          <span style={{ inlineSize: shareOf(bar.value, max) }} />
          {bar.also !== undefined && bar.also > 0 && (
            <span data-part="also" style={{ inlineSize: shareOf(bar.also, max) }} />
          )}
        </span>
      </li>
    ))}
  </ul>
);

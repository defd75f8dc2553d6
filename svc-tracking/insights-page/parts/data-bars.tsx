export interface DataBar {
  readonly name: string;
  readonly value: number;
  /** A second part of the bar, behind the first. */
  readonly also?: number;
  readonly text: string;
}

const lengthOf = ({ value, also = 0 }: DataBar): number => value + also;
const shareOf = (value: number, most: number): string => `${most > 0 ? (value / most) * 100 : 0}%`;

/** Names of any length, each with a bar as long as its value, and the value itself, also where the bar has no length. */
export const DataBars = ({
  bars,
  most = Math.max(...bars.map(lengthOf)),
}: {
  readonly bars: readonly DataBar[];
  readonly most?: number;
}) => (
  <ul className="data-bars">
    {bars.map((bar, index) => (
      <li key={index}>
        <span className="name">{bar.name}</span> <span className="amount">{bar.text}</span>
        <span className="track" aria-hidden="true">
          <span style={{ inlineSize: shareOf(bar.value, most) }} />
          {bar.also !== undefined && bar.also > 0 && (
            <span data-part="also" style={{ inlineSize: shareOf(bar.also, most) }} />
          )}
        </span>
      </li>
    ))}
  </ul>
);

export interface DataBar {
  readonly name: string;
  readonly value: number;
  readonly text: string;
}

const shareOf = (value: number, most: number): string => `${most > 0 ? (value / most) * 100 : 0}%`;

/** Names of any length, each with a bar as long as its value. */
export const DataBars = ({ bars, most = Math.max(...bars.map(({ value }) => value)) }: { readonly bars: readonly DataBar[]; readonly most?: number }) => (
  <ul className="data-bars">
    {bars.map(({ name, value, text }) => (
      <li key={name}>
        <span className="name">{name}</span> <span className="amount">{text}</span>
        <span className="track" aria-hidden="true"><span style={{ inlineSize: shareOf(value, most) }} /></span>
      </li>
    ))}
  </ul>
);

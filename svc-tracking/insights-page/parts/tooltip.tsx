import './tooltip.css';

interface TooltipLine {
  readonly name: string;
  readonly value: string;
}

/** The box beside the pointer, or beside the mark selected with the arrow keys. */
export const TooltipBox = ({ title, lines }: { readonly title: string; readonly lines: readonly TooltipLine[] }) => (
  <div className="tooltip">
    <p>{title}</p>
    <dl>
      {lines.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </div>
);

/** Returns the row under the pointer from the payload that the chart library passes to a tooltip. */
export const rowIn = <Row,>(payload: readonly { readonly payload?: unknown }[] | undefined): Row | undefined =>
  payload?.[0]?.payload as Row | undefined;

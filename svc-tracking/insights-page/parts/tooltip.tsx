interface TooltipLine {
  readonly name: string;
  readonly value: string;
}

/** What stands beside the pointer, or beside the mark that the arrow keys reached. */
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

/** The row under the pointer, out of what the chart library hands to a tooltip. */
export const rowIn = <Row,>(payload: readonly { readonly payload?: unknown }[] | undefined): Row | undefined =>
  payload?.[0]?.payload as Row | undefined;

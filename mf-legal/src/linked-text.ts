export interface Piece {
  readonly text: string;
  /** Set when the piece is a link. */
  readonly href?: string;
}

const LINK = /\[([^\]]+)\]\(([^)\s]+)\)/g;

/** Splits a text such as `see the [Refund Policy](/refund)` into its plain pieces and its links, in order. */
export function piecesOf(linkedText: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of linkedText.matchAll(LINK)) {
    const [whole, label = '', href = ''] = match;
    if (match.index > end) pieces.push({ text: linkedText.slice(end, match.index) });
    pieces.push({ text: label, href });
    end = match.index + whole.length;
  }
  if (end < linkedText.length) pieces.push({ text: linkedText.slice(end) });
  return pieces;
}

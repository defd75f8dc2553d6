import type { Size } from './photographer.ts';
import type { Shot } from './shot-list.ts';

export const fileOf = (shot: Shot, size: Size): string => `${shot.name}-${size}.jpg`;

const row = (shot: Shot): string => {
  const description = [
    `[\`${shot.path}\`](${fileOf(shot, 'phone')})`,
    shot.title,
    ...(shot.state ? [`**${shot.state.name}**`] : []),
  ].join('<br>');
  const picture = (size: Size, width: number) =>
    `<img src="${fileOf(shot, size)}" width="${width}" alt="${shot.name}, ${size}">`;
  return `| ${description} | ${picture('phone', 195)} | ${picture('wide', 480)} |`;
};

/** Returns a Markdown page with the pictures, grouped by the screens' owner. */
export function contactSheet(shots: readonly Shot[]): string {
  const owners = [...new Set(shots.map(({ owner }) => owner))];
  const parts = owners.map((owner) => {
    const rows = shots.filter((shot) => shot.owner === owner).map(row);
    return [`## ${owner}`, '', '| screen | 390 x 844 | 1280 x 800 |', '|---|---|---|', ...rows].join('\n');
  });
  const head = [
    '# Every screen',
    '',
    'Remade by `npm run screens`. `npm run dev` shows them alive at `/__screens`.',
    '',
    '![All screens at phone size](sheet.jpg)',
  ];
  return `${[head.join('\n'), ...parts].join('\n\n')}\n`;
}

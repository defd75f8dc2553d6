import { z } from 'zod';
import { commands, group, p, subtitle } from '../blocks.ts';
import { always, defineMail } from '../definition.ts';
import { TO_OWNER } from '../footer.ts';
import { counted, dateIn, timeIn } from '../words.ts';

const finding = z.object({
  /** Such as `Orders without a sent confirmation`. */
  what: z.string(),
  count: z.number(),
  /** What to type or do next. */
  todo: z.string(),
});

const alert = z.object({ findings: z.array(finding) });

export type AlertLine = Readonly<z.infer<typeof finding>>;

/** To the owner: findings that need attention. */
export const ownerAlert = defineMail({
  to: 'owner',
  isWanted: always,
  data: ({ createdAt, details }) => ({ at: createdAt, ...alert.parse(details) }),
  template: ({ at, findings }) => {
    const title = `${counted(findings.length, 'thing needs', 'things need')} attention`;
    return {
      ...TO_OWNER,
      subject: `${title}: ${findings.map(({ what }) => what).join(', ')}`,
      title,
      preheader: findings.map(({ what, count }) => `${what}: ${count}`).join(', '),
      blocks: [
        ...findings.map(({ what, count, todo }) => group(subtitle(`${what}: ${count}`), p(todo))),
        p(`As of ${dateIn(at, 'UTC')}, ${timeIn(at, 'UTC')}. All of it, at any time:`),
        commands('npm run owner -- status'),
      ],
    };
  },
});

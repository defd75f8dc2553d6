import { commands, group, p, subtitle } from '../blocks.ts';
import { TO_OWNER } from '../footer.ts';
import type { TemplateFor } from '../template.ts';
import { counted, dateIn, timeIn } from '../words.ts';

export const ownerAlert: TemplateFor<'owner_alert'> = ({ at, findings }) => {
  const title = `${counted(findings.length, 'thing needs', 'things need')} a hand`;
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
};

/** Where most people have their mail. */
const DOMAINS = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'yahoo.co.uk',
  'hotmail.com',
  'hotmail.co.uk',
  'outlook.com',
  'live.com',
  'msn.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'aol.com',
  'comcast.net',
  'verizon.net',
  'proton.me',
  'protonmail.com',
  'gmx.de',
  'gmx.net',
  'web.de',
  't-online.de',
  'orange.fr',
  'free.fr',
  'libero.it',
  'mail.com',
  'ymail.com',
  'zoho.com',
  'btinternet.com',
  'att.net',
];

/** Real domains that are one slip away from a larger one. */
const GENUINE = new Set([
  'email.com',
  'gmx.com',
  'gmx.at',
  'gmx.ch',
  'mail.ru',
  'ymail.com',
  'hotmail.fr',
  'hotmail.de',
  'hotmail.it',
  'hotmail.es',
  'live.de',
  'live.fr',
  'live.nl',
  'live.it',
  'yahoo.ca',
  'yahoo.fr',
  'yahoo.de',
  'yahoo.it',
  'yahoo.es',
  'outlook.de',
  'outlook.fr',
  'outlook.es',
  'outlook.it',
  'pm.me',
  'hey.com',
  'cox.net',
]);

/** Letters added, left out, changed, or swapped with their neighbour (optimal string alignment). */
export function slipsBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, changed, isSwap ? rows[i - 2]![j - 2]! + 1 : Infinity));
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}

/** One slip from `me.com` lie many other companies; long names forgive more. */
const slipsAllowed = ({ length }: string): number => (length < 8 ? 0 : length < 10 ? 1 : 2);

/** The address that was probably meant, or null: only a hint, for every address that the browser takes is taken. */
export function suggestEmail(email: string): string | null {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  if (at < 1 || domain.length < 4 || DOMAINS.includes(domain) || GENUINE.has(domain)) return null;
  const [best] = DOMAINS.map((candidate) => ({ candidate, slips: slipsBetween(domain, candidate) }))
    .filter(({ candidate, slips }) => slips <= slipsAllowed(candidate))
    .sort((a, b) => a.slips - b.slips);
  return best ? `${email.slice(0, at)}@${best.candidate}` : null;
}

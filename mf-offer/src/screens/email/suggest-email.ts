/** Common mail providers. */
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

/** Existing domains that would otherwise be taken for a mistyped common one. */
const SIMILAR_DOMAINS = new Set([
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

/**
 * Returns the number of letters inserted, deleted, substituted, or swapped with a neighbour (optimal string alignment).
 */
export function editDistance(a: string, b: string): number {
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

/** Short domains such as `me.com` are one edit away from many other companies' domains; long ones allow more edits. */
const maxDistance = ({ length }: string): number => (length < 8 ? 0 : length < 10 ? 1 : 2);

/** Returns a probable correction of an address, or null. Only a hint: the visitor may submit any valid address. */
export function suggestEmail(email: string): string | null {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  if (at < 1 || domain.length < 4 || DOMAINS.includes(domain) || SIMILAR_DOMAINS.has(domain)) return null;
  const [best] = DOMAINS.map((candidate) => ({ candidate, distance: editDistance(domain, candidate) }))
    .filter(({ candidate, distance }) => distance <= maxDistance(candidate))
    .sort((a, b) => a.distance - b.distance);
  return best ? `${email.slice(0, at)}@${best.candidate}` : null;
}

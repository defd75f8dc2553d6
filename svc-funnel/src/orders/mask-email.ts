const DOTS = '•••';

const firstOf = (text: string): string => [...text][0] ?? '';

/** `jane@gmail.com` -> `j•••@g•••.com`: enough to recognise one's own address, too little to learn another's. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  return `${firstOf(email.slice(0, at))}${DOTS}@${firstOf(domain)}${DOTS}${dot > 0 ? domain.slice(dot) : ''}`;
}

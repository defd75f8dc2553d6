/** The month `days` days after `today`, in the visitor's time zone: `November 2025`. */
export function monthAfter(today: Date, days: number): string {
  const then = new Date(today.getFullYear(), today.getMonth(), today.getDate() + days);
  return then.toLocaleDateString('en-US', { month: 'long', year: 'numeric' });
}

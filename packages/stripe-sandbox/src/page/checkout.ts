import type { Paid, Summary } from '../http/form-wire.ts';
import { box, button, byId, countryChoice, input, announce } from './dom.ts';
import { checkAll, checkEmail, emptyFields, prepareFields, typedCard } from './fields.ts';
import type { Parent } from './parent.ts';
import type { Reply, Contact, Server } from './server.ts';
import { askForAuthentication, setBusy, showEnding, showStep } from './steps.ts';

interface CheckoutPage {
  server: Server;
  parent: Parent;
  summary: Summary;
}

function finish({ parent, summary }: CheckoutPage): void {
  emptyFields();
  showEnding({ title: 'Thank you', text: 'Taking you back to the shop…' });
  parent.complete(summary.returnUrl);
}

function decline(message: string): void {
  showStep('form-step');
  box('declined').textContent = message;
  // The button that had the focus may have been on the authentication step, which is hidden now.
  if (document.activeElement === document.body) button('pay').focus();
}

async function authenticated(page: CheckoutPage, reply: Reply<Paid>): Promise<Reply<Paid>> {
  if (!reply.ok || reply.data.status === 'complete') return reply;
  const agreed = await askForAuthentication();
  showStep('waiting');
  return page.server.authenticate(reply.data.authentication, agreed);
}

const contactOf = ({ summary }: CheckoutPage): Contact => ({
  email: summary.email === null ? input('email').value.trim() : undefined,
  country: summary.countries === null ? undefined : countryChoice().value,
});

const payByCard = async (page: CheckoutPage): Promise<void> =>
  showResult(page, await authenticated(page, await page.server.pay(typedCard(), contactOf(page))));

async function showResult(page: CheckoutPage, reply: Reply<Paid>): Promise<void> {
  if (reply.ok) finish(page);
  else if (reply.closed) await open(page.server, page.parent);
  else decline(reply.message);
}

/** Prepares the transfer buttons. A transfer needs no card, at most the address. */
function offerTransfers(page: CheckoutPage, asksEmail: boolean): void {
  for (const [id, arrives] of [
    ['transfer-arrives', true],
    ['transfer-fails', false],
  ] as const) {
    button(id).onclick = () => {
      if (!checkEmail(asksEmail)) return;
      announce('Ordering your bank transfer.');
      void page.server.transfer(arrives, contactOf(page)).then((reply) => showResult(page, reply));
    };
  }
}

/** Returns `$22.40` for `(2240, 'usd')`; currencies without cents have no decimals. */
function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
}

/** Sorts the countries by name; the browser's own comes first. */
function offerCountries(countries: readonly string[] | null): void {
  if (countries === null) return document.getElementById('country-field')?.remove();
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  const own = new Intl.Locale(navigator.language).region;
  const options = countries
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((a, b) => Number(b.code === own) - Number(a.code === own) || a.name.localeCompare(b.name));
  countryChoice().replaceChildren(...options.map(({ code, name }) => new Option(name, code)));
}

function fill({ summary }: CheckoutPage): string {
  const amount = formatMoney(summary.amount, summary.currency);
  box('items').textContent = summary.items.join(', ');
  box('amount').textContent = amount;
  // Removed rather than hidden, because autofill would fill a hidden field, too.
  if (summary.email !== null) document.getElementById('email-field')?.remove();
  offerCountries(summary.countries);
  box('known-email').hidden = summary.email === null;
  box('known-email').textContent = summary.email ?? '';
  return `Pay ${amount}`;
}

function showForm(page: CheckoutPage): void {
  const label = fill(page);
  const asksEmail = page.summary.email === null;
  let busy = false;
  prepareFields(asksEmail);
  offerTransfers(page, asksEmail);
  setBusy('pay', false, label);
  byId('form', HTMLFormElement).onsubmit = (event) => {
    event.preventDefault();
    if (busy || !checkAll(asksEmail)) return;
    busy = true;
    box('declined').textContent = '';
    setBusy('pay', true, 'Processing…');
    announce('Processing your payment.');
    void payByCard(page).finally(() => {
      busy = false;
      setBusy('pay', false, label);
    });
  };
  showStep('form-step');
}

function showClosed(summary: Summary, parent: Parent): void {
  if (summary.status === 'complete') {
    showEnding({
      title: 'Already paid',
      text: 'This payment is already complete. Nothing more is charged.',
      goOn: () => parent.complete(summary.returnUrl),
    });
  } else {
    showEnding({ title: 'This checkout has expired', text: 'Go back to the shop and start the checkout again.' });
  }
}

/** Shows the session: the form while it is open, otherwise its outcome. */
export async function open(server: Server, parent: Parent): Promise<void> {
  const reply = await server.fetchSession();
  if (!reply.ok) {
    showEnding({ title: 'Something went wrong', text: reply.message, again: () => void open(server, parent) });
  } else if (reply.data.status === 'open') {
    showForm({ server, parent, summary: reply.data });
  } else {
    showClosed(reply.data, parent);
  }
}

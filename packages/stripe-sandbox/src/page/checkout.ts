import type { Paid, Summary } from '../http/form-wire.ts';
import { askForConsent } from './confirm.ts';
import { box, button, byId, input, say } from './dom.ts';
import { checkAll, checkEmail, emptyFields, prepareFields, typedCard } from './fields.ts';
import { formatMoney } from './money.ts';
import type { Parent } from './parent.ts';
import type { Answer, Server } from './server.ts';
import { setBusy, showEnding, showStep } from './steps.ts';

interface Setting {
  server: Server;
  parent: Parent;
  summary: Summary;
}

function finish({ parent, summary }: Setting): void {
  emptyFields();
  const leave = () => parent.complete(summary.redirect ? summary.returnUrl : undefined);
  showEnding({
    title: 'Thank you',
    text: summary.redirect ? 'Taking you back to the shop…' : 'Your test payment went through.',
  });
  leave();
}

function decline(message: string): void {
  showStep('form-step');
  box('declined').textContent = message;
  // After the bank's step the button that had the focus is gone.
  if (document.activeElement === document.body) button('pay').focus();
}

async function consented(setting: Setting, answer: Answer<Paid>): Promise<Answer<Paid>> {
  if (!answer.ok || answer.data.status === 'complete') return answer;
  const agreed = await askForConsent();
  showStep('waiting');
  return setting.server.authenticate(answer.data.authentication, agreed);
}

const emailOf = ({ summary }: Setting): string | undefined =>
  summary.email === null ? input('email').value.trim() : undefined;

const payByCard = async (setting: Setting): Promise<void> =>
  settle(setting, await consented(setting, await setting.server.pay(typedCard(), emailOf(setting))));

async function settle(setting: Setting, answer: Answer<Paid>): Promise<void> {
  if (answer.ok) finish(setting);
  else if (answer.closed) await open(setting.server, setting.parent);
  else decline(answer.message);
}

/** A transfer needs no card: at most the address. */
function offerTransfers(setting: Setting, asksEmail: boolean): void {
  for (const [id, arrives] of [
    ['transfer-arrives', true],
    ['transfer-fails', false],
  ] as const) {
    button(id).onclick = () => {
      if (!checkEmail(asksEmail)) return;
      say('Ordering your bank transfer.');
      void setting.server.transfer(arrives, emailOf(setting)).then((answer) => settle(setting, answer));
    };
  }
}

function fill({ summary }: Setting): string {
  const amount = formatMoney(summary.amount, summary.currency);
  box('items').textContent = summary.items.join(', ');
  box('amount').textContent = amount;
  // Taken out rather than hidden: a browser's autofill would fill a hidden field, too.
  if (summary.email !== null) document.getElementById('email-field')?.remove();
  box('known-email').hidden = summary.email === null;
  box('known-email').textContent = summary.email ?? '';
  return `Pay ${amount}`;
}

function showForm(setting: Setting): void {
  const label = fill(setting);
  const asksEmail = setting.summary.email === null;
  let busy = false;
  prepareFields(asksEmail);
  offerTransfers(setting, asksEmail);
  setBusy('pay', false, label);
  byId('form', HTMLFormElement).onsubmit = (event) => {
    event.preventDefault();
    if (busy || !checkAll(asksEmail)) return;
    busy = true;
    box('declined').textContent = '';
    setBusy('pay', true, 'Processing…');
    say('Processing your payment.');
    void payByCard(setting).finally(() => {
      busy = false;
      setBusy('pay', false, label);
    });
  };
  showStep('form-step');
}

function showClosed(summary: Summary, parent: Parent): void {
  if (summary.status === 'complete') {
    const leave = () => parent.complete(summary.redirect ? summary.returnUrl : undefined);
    showEnding({
      title: 'Already paid',
      text: 'This payment is already complete. Nothing more is charged.',
      goOn: leave,
    });
  } else {
    showEnding({ title: 'This checkout has expired', text: 'Go back to the shop and start the checkout again.' });
  }
}

/** Shows the session as it stands: the form while it is open, else how it ended. */
export async function open(server: Server, parent: Parent): Promise<void> {
  const answer = await server.look();
  if (!answer.ok) {
    showEnding({ title: 'Something went wrong', text: answer.message, again: () => void open(server, parent) });
  } else if (answer.data.status === 'open') {
    showForm({ server, parent, summary: answer.data });
  } else {
    showClosed(answer.data, parent);
  }
}

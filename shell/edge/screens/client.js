/* Brings each frame into its state: waits until its screen can be used, then presses what the state says. */
const PATIENCE_MS = 15_000;
const LOOK_EVERY_MS = 50;

const until = (look) =>
  new Promise((resolve, reject) => {
    const since = performance.now();
    const again = () => {
      const found = look();
      if (found) return resolve(found);
      if (performance.now() - since > PATIENCE_MS) return reject(new Error('This state cannot be reached.'));
      setTimeout(again, LOOK_EVERY_MS);
    };
    again();
  });

const refuse = (view, addresses) => {
  const fetch = view.fetch;
  view.fetch = (address, ...rest) =>
    addresses.includes(new URL(address, view.location.href).pathname)
      ? Promise.reject(new TypeError('refused'))
      : fetch.call(view, address, ...rest);
};

const bring = async (frame) => {
  const { press, refuse: refused } = JSON.parse(frame.dataset.state);
  const page = frame.contentDocument;
  await until(() => page.documentElement.dataset.interactive);
  refuse(frame.contentWindow, refused);
  for (const selector of press) (await until(() => page.querySelector(selector))).click();
};

for (const frame of document.querySelectorAll('iframe[data-state]')) {
  let brought = false;
  const show = () => {
    if (brought || frame.contentWindow.location.href === 'about:blank') return;
    brought = true;
    bring(frame).catch((error) => console.warn(frame.title, error));
  };
  frame.addEventListener('load', show);
  if (frame.contentDocument?.readyState === 'complete') show();
}

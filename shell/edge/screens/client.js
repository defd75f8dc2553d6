/* Puts each frame into its state: waits until the screen is interactive, then clicks what the state lists. */
const TIMEOUT_MS = 15_000;
const POLL_MS = 50;

const waitFor = (find) =>
  new Promise((resolve, reject) => {
    const start = performance.now();
    const poll = () => {
      const found = find();
      if (found) return resolve(found);
      if (performance.now() - start > TIMEOUT_MS) return reject(new Error('This state cannot be reached.'));
      setTimeout(poll, POLL_MS);
    };
    poll();
  });

const refuseRequests = (view, paths) => {
  const fetch = view.fetch;
  view.fetch = (address, ...rest) =>
    paths.includes(new URL(address, view.location.href).pathname)
      ? Promise.reject(new TypeError('refused'))
      : fetch.call(view, address, ...rest);
};

const enterState = async (frame) => {
  const { press, refuse } = JSON.parse(frame.dataset.state);
  const page = frame.contentDocument;
  await waitFor(() => page.documentElement.dataset.interactive);
  refuseRequests(frame.contentWindow, refuse);
  for (const selector of press) (await waitFor(() => page.querySelector(selector))).click();
};

for (const frame of document.querySelectorAll('iframe[data-state]')) {
  let started = false;
  const show = () => {
    if (started || frame.contentWindow.location.href === 'about:blank') return;
    started = true;
    enterState(frame).catch((error) => console.warn(frame.title, error));
  };
  frame.addEventListener('load', show);
  if (frame.contentDocument?.readyState === 'complete') show();
}

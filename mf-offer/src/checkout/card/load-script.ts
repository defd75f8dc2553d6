const loading = new Map<string, Promise<void>>();

/** Runs the script at `url`, once a page. Rejects when it cannot be loaded; the next call then tries again. */
export function loadScript(url: string): Promise<void> {
  const known = loading.get(url);
  if (known) return known;
  const script = document.createElement('script');
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      loading.delete(url);
      script.remove();
      reject(new Error('The script could not be loaded.'));
    });
  });
  script.src = url;
  document.head.append(script);
  loading.set(url, loaded);
  return loaded;
}

// A container's health check: exit code 0 if the URL responds with 2xx.
const [, , url = ''] = process.argv;
const isHealthy = await fetch(url, { signal: AbortSignal.timeout(4000) }).then(
  (response) => response.ok,
  () => false,
);
process.exit(isHealthy ? 0 : 1);
